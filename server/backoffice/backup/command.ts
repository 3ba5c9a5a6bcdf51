import { resolve } from "node:path"
import { createLog } from "../../platform/log.ts"
import { openStorage } from "../../platform/media/openStorage.ts"
import type { Storage } from "../../platform/media/storage.ts"
import { faultOf } from "../../platform/refusal.ts"
import { readSettings, type Settings, SettingsError } from "../../platform/settings.ts"
import { Refused } from "./archive.ts"
import { type Progress, showProgress, summaryOf } from "./progress.ts"

interface Work {
  settings: Settings
  storage: Storage
  path: string
  progress: Progress
}

/**
 * Runs `npm run <name> -- FILE`. Exits with 0, with 2 if it refused to begin (a setting, a file that exists, a place
 * that is not empty), and with 1 for any other failure; errors are one line.
 */
export async function runCommand(name: string, done: string, work: (given: Work) => Promise<string[]>): Promise<void> {
  const progress = showProgress()
  const started = performance.now()
  try {
    const [file, ...more] = process.argv.slice(2)
    if (!file || more.length > 0) throw new SettingsError(`Name one file: npm run ${name} -- FILE`)
    const settings = readSettings(process.env)
    // npm runs scripts in the folder of the package.
    const path = resolve(process.env.INIT_CWD ?? "", file)
    const storage = await openStorage(settings, createLog("silent"))
    const notes = await work({ settings, storage, path, progress })
    progress.end()
    const time = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${done} ${path}: ${summaryOf(progress)}, in ${time} s`)
    for (const note of notes) console.log(note)
    process.exit(0)
  } catch (error) {
    progress.end()
    console.error(faultOf(error))
    process.exit(error instanceof SettingsError || error instanceof Refused ? 2 : 1)
  }
}
