import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { createWriteStream, openAsBlob } from "node:fs"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import sharp from "sharp"
import { demoPassword } from "../../server/start/demo/accounts.ts"
import { aBucket, startS3 } from "../../test/s3.ts"
import { videoFile } from "../../test/videoFiles.ts"
import { memoryOf, pause, type Served, serveShop } from "../processes.ts"
import { type Row, verdict } from "../table.ts"

/**
 * Measures the rise of the server's memory during uploads of a photograph-like picture of almost 20 MB and of a video
 * of 300 MB, to the disk and to a bucket.
 */
export async function upload(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "vitrine-upload-"))
  try {
    const s3 = await startS3()
    const rows = [await picture(), await video(folder), await video(folder, aBucket(s3))]
    await s3.stop()
    return rows
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function picture(): Promise<Row> {
  const [width, height] = [2900, 2300]
  const noise = await sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  if (noise.length > 20 * 1024 * 1024) throw new Error(`The picture is too large: ${noise.length}`)
  const form = new FormData()
  form.set("doll_id", "1")
  form.set("file", new Blob([new Uint8Array(noise)], { type: "image/png" }), "large.png")
  const growth = await growthOf("/api/images/upload", form)
  return {
    part: "upload",
    what: "upload of a 20 MB picture: growth of the server's memory",
    measured: `${Math.round(growth)} MB`,
    must: "250 MB",
    wanted: "120 MB",
    reached: verdict(growth, 250, 120),
    note: `${mebibytes(noise.length)} MiB sent`,
  }
}

/** A real video, padded to the size with a box that players skip. */
async function video(folder: string, bucket?: Record<string, string>): Promise<Row> {
  const sample = await readFile(videoFile("whole.mp4"))
  const size = 300 * 1024 * 1024
  const path = join(folder, "large.mp4")
  const file = createWriteStream(path)
  const box = Buffer.alloc(8)
  box.writeUInt32BE(size - sample.length, 0)
  box.write("free", 4)
  file.write(Buffer.concat([sample, box]))
  const part = randomBytes(1024 * 1024)
  for (let left = size - sample.length - box.length; left > 0; left -= part.length) {
    if (!file.write(part.subarray(0, Math.min(left, part.length)))) await once(file, "drain")
  }
  file.end()
  await once(file, "close")
  const form = new FormData()
  form.set("title", "A film of 300 MB")
  form.set("description", "As large as it may be.")
  form.set("doll_id", "1")
  form.set("file", await openAsBlob(path, { type: "video/mp4" }), "large.mp4")
  const growth = await growthOf("/api/videos/upload", form, bucket)
  return {
    part: "upload",
    what: `upload of a 300 MB video${bucket ? " to a bucket" : ""}: growth of the server's memory`,
    measured: `${Math.round(growth)} MB`,
    must: "60 MB",
    wanted: "30 MB",
    reached: verdict(growth, 60, 30),
    note: `${mebibytes(size)} MiB sent`,
  }
}

async function growthOf(path: string, form: FormData, env?: Record<string, string>): Promise<number> {
  const shop = await serveShop(env)
  try {
    const token = await admin(shop)
    await fetch(`${shop.url}/models`)
    await pause(6000)
    const before = memoryOf(shop.pid).now
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, memoryOf(shop.pid).now)
    }, 20)
    const answer = await fetch(`${shop.url}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: form,
    })
    clearInterval(watch)
    if (!answer.ok) throw new Error(`The upload answers ${answer.status}: ${await answer.text()}`)
    return most - before
  } finally {
    await shop.stop()
  }
}

async function admin({ url }: Served): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "admin@demo.example", password: demoPassword }),
  })
  return (await answer.json()).access_token
}

const mebibytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1)
