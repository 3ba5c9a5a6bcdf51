import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { constants } from "node:fs"
import { cp, mkdir, readdir, rm, stat } from "node:fs/promises"
import type { Socket } from "node:net"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import type { PGlite } from "@electric-sql/pglite"
import { hours } from "../clock.ts"
import { SettingsError } from "../settings.ts"
import { connectTo, DirectoryInUse, lockDirectory } from "./lock.ts"

const request = "copy the database"

/** Answers the requests of `copyDatabase` in the process that has the embedded database open. */
export function serveCopies(dataDir: string) {
  let client: PGlite | null = null
  return {
    /** Sets the database that copies are made of. */
    of: (opened: PGlite) => {
      client = opened
    },
    onConnection: (socket: Socket) => {
      socket.setEncoding("utf8").once("data", (asked) => {
        if (String(asked) !== request || !client) return socket.destroy()
        copyOpen(client, dataDir).then(
          (folder) => socket.end(JSON.stringify({ folder })),
          (error: Error) => socket.end(JSON.stringify({ fault: error.message })),
        )
      })
    },
  }
}

/** Copies the files while no statement runs, as a killed process would leave them: the database recovers. */
async function copyOpen(client: PGlite, dataDir: string): Promise<string> {
  // The checkpoint leaves little to recover.
  await client.query("checkpoint")
  return client.runExclusive(() => copy(dataDir))
}

/**
 * Copies the embedded database to a folder of its own in DATA_DIR. A server that uses it meanwhile delays its
 * statements. Remove the folder when it is no longer needed; a leftover one is removed by a later copy.
 */
export async function copyDatabase(dataDir: string): Promise<string> {
  if (!(await stat(join(dataDir, "db")).catch(() => null)))
    throw new SettingsError(`DATA_DIR ${dataDir} has no database, and DATABASE_URL is not set`)
  let unlock: () => Promise<void>
  try {
    unlock = await lockDirectory(dataDir)
  } catch (error) {
    if (error instanceof DirectoryInUse) return askServer(dataDir)
    throw error
  }
  return copy(dataDir).finally(unlock)
}

async function askServer(dataDir: string): Promise<string> {
  const socket = connectTo(dataDir)
  await once(socket, "connect")
  socket.write(request)
  const answer = await text(socket)
  if (answer === "")
    throw new DirectoryInUse(`DATA_DIR ${dataDir} is in use by a process that cannot copy its database`)
  const { folder, fault } = JSON.parse(answer) as { folder?: string; fault?: string }
  if (folder === undefined) throw new Error(`The running server could not copy its database: ${fault}`)
  return folder
}

async function copy(dataDir: string): Promise<string> {
  const all = join(dataDir, "copies")
  for (const name of await readdir(all).catch(() => [])) {
    const left = await stat(join(all, name)).catch(() => null)
    if (left && Date.now() - left.mtimeMs > hours(24)) await rm(join(all, name), { recursive: true, force: true })
  }
  const folder = join(all, randomUUID())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await cp(join(dataDir, "db"), join(folder, "db"), { recursive: true, mode: constants.COPYFILE_FICLONE })
    return folder
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}
