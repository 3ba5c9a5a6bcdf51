import { access, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Settings } from "../settings.ts"

type Place = Pick<Settings, "databaseUrl" | "dataDir">

const markOf = ({ dataDir }: Place) => join(dataDir, "backed-up")

/**
 * Notes that a backup was made. The embedded database is open in the shop's process, so its mark is a file beside it;
 * that of PostgreSQL is in its database, which all nodes read. `run` executes a statement there.
 */
export async function noteBackup(place: Place, madeAt: string, run: (text: string) => Promise<void>): Promise<void> {
  if (place.databaseUrl === null) await writeFile(markOf(place), `${madeAt}\n`, { mode: 0o600 })
  else await run("update shop_settings set backed_up_at = now() where id = 1")
}

/** Returns whether a backup of the embedded database was made. */
export const isBackedUp = (place: Place): Promise<boolean> =>
  access(markOf(place)).then(
    () => place.databaseUrl === null,
    () => false,
  )
