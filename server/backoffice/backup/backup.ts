import { noteBackup } from "../../platform/records/backups.ts"
import { faultOf } from "../../platform/refusal.ts"
import type { Settings } from "../../platform/settings.ts"
import { runCommand } from "./command.ts"
import { createBackup } from "./createBackup.ts"
import { openPostgresSession } from "./session.ts"

// npm run backup -- FILE: writes the database and all uploaded files into one archive, while the shop runs.
await runCommand("backup", "Backed up to", async ({ path, progress, ...source }) => {
  const { missing, takenAt } = await createBackup(source, path, progress)
  const notes = missing.map((name) => `The shop itself does not have ${name}, which its database names`)
  // The backup is good even if this role may only read.
  const fault = await note(source.settings, takenAt).then(
    () => null,
    (error: unknown) => faultOf(error),
  )
  return fault === null ? notes : [...notes, `The panel will not know of this backup: ${fault}`]
})

function note(settings: Settings, takenAt: string): Promise<void> {
  return noteBackup(settings, takenAt, async (text) => {
    const session = await openPostgresSession(settings.databaseUrl!)
    await session.query(text).finally(session.close)
  })
}
