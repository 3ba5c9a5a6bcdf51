import { createLog } from "../log.ts"
import { faultOf } from "../refusal.ts"
import { readSettings, SettingsError } from "../settings.ts"
import { type Move, moveFiles } from "./moveFiles.ts"
import { openStorage } from "./openStorage.ts"

// npm run media:move -- to-bucket | to-disk: copies the uploaded files between DATA_DIR/media and the bucket.
const [direction] = process.argv.slice(2)
const started = performance.now()
let shownAt = started
const move = await run()
showProgress(move, 0)
const rest = move.extra > 0 ? ` ${filesOf(move.extra)} there that the source does not have.` : ""
console.log(`Copied ${counted(move.copied)}; ${counted(move.same)} were there already.${rest}`)
for (const { name, why } of move.failed) console.error(`${name}: ${why}`)
if (move.failed.length > 0) {
  const left = move.total.files - move.copied.files - move.same.files
  console.error(`${filesOf(left)} not copied. Run the command again.`)
  process.exit(1)
}

async function run(): Promise<Move> {
  try {
    const settings = readSettings(process.env)
    if (direction !== "to-bucket" && direction !== "to-disk")
      throw new SettingsError("Say where to: npm run media:move -- to-bucket, or to-disk")
    if (!settings.s3) throw new SettingsError("S3_BUCKET must be set: it names the bucket to copy to or from")
    const log = createLog("silent")
    const disk = await openStorage({ ...settings, s3: null }, log)
    const bucket = await openStorage(settings, log)
    const [from, to] = direction === "to-bucket" ? [disk, bucket] : [bucket, disk]
    return await moveFiles(from, to, { onProgress: (move, onTheWay) => isDue() && showProgress(move, onTheWay) })
  } catch (error) {
    console.error(faultOf(error))
    process.exit(error instanceof SettingsError ? 2 : 1)
  }
}

function isDue(): boolean {
  if (performance.now() - shownAt < 1000) return false
  shownAt = performance.now()
  return true
}

function showProgress({ total, copied, same }: Move, onTheWay: number): void {
  const bytes = copied.bytes + same.bytes + onTheWay
  const share = total.bytes === 0 ? 100 : Math.floor((bytes / total.bytes) * 100)
  const time = Math.round((performance.now() - started) / 1000)
  console.log(
    `${share} %: ${sized(bytes)} of ${sized(total.bytes)}, ${copied.files + same.files} of ${filesOf(total.files)}, ${time} s`,
  )
}

function counted({ files, bytes }: { files: number; bytes: number }): string {
  return `${filesOf(files)} (${sized(bytes)})`
}

function filesOf(count: number): string {
  return `${count} ${count === 1 ? "file" : "files"}`
}

function sized(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
