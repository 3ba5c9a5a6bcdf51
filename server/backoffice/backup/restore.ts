import { runCommand } from "./command.ts"
import { restoreBackup } from "./restoreBackup.ts"

// npm run restore -- FILE: restores into the empty database and the empty storage of the settings.
await runCommand("restore", "Restored", async ({ path, progress, ...target }) => {
  const { takenAt } = await restoreBackup(target, path, progress)
  return [`The shop is as it was at ${takenAt}. What to do before it opens: docs/operations.md, "Restore"`]
})
