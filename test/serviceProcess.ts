import { spawn } from "node:child_process"
import { once } from "node:events"
import { accessSync, constants, readdirSync } from "node:fs"
import { createServer } from "node:net"
import { delimiter, join } from "node:path"

export type Service = { url: string; stop: () => Promise<void> }

/**
 * Runs a shell script that starts a service, prints `ready` and then waits for its standard input to close before it
 * cleans up. The pipe closes when this process ends in any way, so a killed test run leaves nothing behind.
 */
export async function keep(script: string, env: Record<string, string>): Promise<() => Promise<void>> {
  const keeper = spawn("/bin/sh", ["-c", script], {
    cwd: "/",
    detached: true, // a Ctrl-C meant for the test run must not reach the service before the clean-up
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  })
  let said = ""
  keeper.stderr.setEncoding("utf8").on("data", (text) => {
    said += text
  })
  const exited = once(keeper, "exit")
  const ready = new Promise<void>((resolve, reject) => {
    let seen = ""
    keeper.on("error", reject)
    keeper.on("close", (code) => reject(new Error(`The service did not start (exit ${code}):\n${seen}${said}`)))
    keeper.stdout.setEncoding("utf8").on("data", (text) => {
      seen += text
      if (/^ready$/m.test(seen)) resolve()
    })
  })
  await ready
  return async () => {
    keeper.stdin.end()
    await exited
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  if (address === null || typeof address === "string") throw new Error("No free port")
  return address.port
}

/** The first folder on PATH, or else of the given ones, that contains the program. */
export function findProgram(name: string, elsewhere: string[] = []): string | null {
  const folders = [...(process.env.PATH ?? "").split(delimiter).filter(Boolean), ...elsewhere]
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? null
}

/** The subfolders of a folder, the highest version first; none if it does not exist. */
export function versionsIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort((a, b) => Number(b) - Number(a))
  } catch {
    return []
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
