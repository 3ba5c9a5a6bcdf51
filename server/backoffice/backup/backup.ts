import { runCommand } from "./command.ts"
import { createBackup } from "./createBackup.ts"

// npm run backup -- FILE: writes the database and all uploaded files into one archive, while the shop runs.
await runCommand("backup", "Backed up to", async ({ path, progress, ...source }) => {
  const { missing } = await createBackup(source, path, progress)
  return missing.map((name) => `The shop itself does not have ${name}, which its database names`)
})
