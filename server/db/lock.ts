import { rm } from "node:fs/promises"
import { connect, createServer, type Server } from "node:net"
import { join, relative } from "node:path"
import { SettingsError } from "../settings.ts"

/**
 * Locks a directory for this process by listening on a socket in it. The kernel closes the socket however the process
 * ends, so a killed server leaves no stale lock. Throws SettingsError when another process holds the lock.
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const full = join(directory, "lock")
  const short = relative(process.cwd(), full)
  const path = short.length < full.length ? short : full
  const server = await listen(path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRINUSE") throw error
    if (await answers(path))
      throw new SettingsError(
        `DATA_DIR ${directory} is in use by another running server; stop it first or choose another directory`,
      )
    await rm(path, { force: true })
    return listen(path)
  })
  return () => new Promise((done) => server.close(() => done()))
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once("error", reject)
    server.listen(path, () => resolve(server.unref()))
  })
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false))
    socket.once("connect", () => socket.destroy())
  })
}
