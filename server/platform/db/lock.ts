import { rm } from "node:fs/promises"
import { connect, createServer, type Server, type Socket } from "node:net"
import { join, relative } from "node:path"
import { SettingsError } from "../settings.ts"

/**
 * Locks a directory for this process by listening on a socket in it. The kernel closes the socket however the process
 * ends, so a killed server leaves no stale lock. Throws DirectoryInUse when another process holds the lock. Only the
 * owner of the directory can connect to the socket, by `connectTo`: `onConnection` answers.
 */
export async function lockDirectory(
  directory: string,
  onConnection: (socket: Socket) => void = (socket) => socket.destroy(),
): Promise<() => Promise<void>> {
  const path = socketIn(directory)
  const connections = new Set<Socket>()
  const onSocket = (socket: Socket) => {
    connections.add(socket)
    socket.on("error", () => {}).on("close", () => connections.delete(socket))
    onConnection(socket)
  }
  const server = await listen(path, onSocket).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRINUSE") throw error
    if (await answers(path))
      throw new DirectoryInUse(
        `DATA_DIR ${directory} is in use by another running server; stop it first or choose another directory`,
      )
    await rm(path, { force: true })
    return listen(path, onSocket)
  })
  return () =>
    new Promise((done) => {
      server.close(() => done())
      for (const socket of connections) socket.destroy()
    })
}

export class DirectoryInUse extends SettingsError {}

export function connectTo(directory: string): Socket {
  return connect(socketIn(directory))
}

/** Returns the shorter of the relative and the absolute path: a socket's path has at most 107 bytes. */
function socketIn(directory: string): string {
  const full = join(directory, "lock")
  const short = relative(process.cwd(), full)
  return short.length < full.length ? short : full
}

function listen(path: string, onSocket: (socket: Socket) => void): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(onSocket)
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
