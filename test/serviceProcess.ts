import { spawn } from "node:child_process"
import { once } from "node:events"
import { accessSync, constants, readdirSync, readFileSync } from "node:fs"
import { connect, createServer } from "node:net"
import { delimiter, join } from "node:path"
import { createInterface } from "node:readline"
import { setTimeout as pause } from "node:timers/promises"

export type Service = { url: string; stop: () => Promise<void> }

interface Keeper {
  /** The script's output after `ready`. */
  said: string
  /** Writes a line to its standard input. Resolves with its output after the next `ready`. */
  ask(line: string): Promise<string>
  stop(): Promise<void>
}

/**
 * Runs a shell script that starts a service, prints `ready`, and reads its standard input until that closes before it
 * cleans up. The pipe closes when this process ends in any way, so a killed test run leaves nothing behind.
 */
export async function keep(script: string, env: Record<string, string>, args: string[] = []): Promise<Keeper> {
  const keeper = spawn("/bin/sh", ["-c", script, "keep", ...args], {
    cwd: "/",
    detached: true, // Ctrl-C on the test run must not reach the service before the clean-up
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  })
  let errors = ""
  keeper.stderr.setEncoding("utf8").on("data", (text) => {
    errors += text
  })
  const closed = once(keeper, "close")
  const lines = createInterface({ input: keeper.stdout })[Symbol.asyncIterator]()
  async function ready(): Promise<string> {
    for (;;) {
      const { value, done } = await lines.next()
      if (done) throw new Error(`The service did not start (exit ${(await closed)[0]}):\n${errors}`)
      if (/^ready\b/.test(value)) return value.slice("ready ".length)
    }
  }
  return {
    said: await ready(),
    ask: (line) => {
      keeper.stdin.write(`${line}\n`)
      return ready()
    },
    stop: async () => {
      keeper.stdin.end()
      await closed
    },
  }
}

/** A program that listens on a port, and that can be killed with all its processes. */
export interface Program {
  /** The id of its first process. */
  readonly pid: number
  /** Sends a signal to all its processes. */
  signal(signal: NodeJS.Signals): void
  /** Starts it again in the same folder after it was killed. */
  restart(): Promise<void>
  /** Stops it and removes its folder. */
  stop(): Promise<void>
}

/** Runs a program until it is stopped or this process ends, with its output in `folder/log`. */
export async function keepProgram(folder: string, port: number, command: string[]): Promise<Program> {
  const keeper = await keep(PROGRAM, { DIR: folder }, command)
  let pid = Number(keeper.said)
  const listening = () =>
    listensOn(port).catch(async () => {
      const log = readFileSync(join(folder, "log"), "utf8")
      await keeper.stop()
      throw new Error(`${command[0]} does not listen on port ${port}:\n${log}`)
    })
  await listening()
  return {
    get pid() {
      return pid
    },
    signal: (signal) => signalAll(pid, signal),
    restart: async () => {
      pid = Number(await keeper.ask("again"))
      await listening()
    },
    stop: keeper.stop,
  }
}

const PROGRAM = `
finish() { kill -9 "$pid" $(cat "/proc/$pid/task/$pid/children"); wait "$pid"; rm -rf "$DIR"; } 2>/dev/null
trap finish EXIT
while
  "$@" >"$DIR/log" 2>&1 </dev/null &
  pid=$!
  echo "ready $pid"
  read -r _
do :; done
`

/** Sends a signal to a process and to its children. */
export function signalAll(pid: number, signal: NodeJS.Signals): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean)
  for (const one of [pid, ...children]) process.kill(Number(one), signal)
}

/** Waits up to ten seconds until the port accepts connections. */
async function listensOn(port: number): Promise<void> {
  for (const late = performance.now() + 10_000; ; ) {
    const socket = connect(port, "127.0.0.1")
    try {
      await once(socket, "connect")
      return
    } catch (error) {
      if (performance.now() > late) throw error
      await pause(20)
    } finally {
      socket.destroy()
    }
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

/** Returns the first folder on PATH, or else of the given ones, that contains the program. */
export function findProgram(name: string, elsewhere: string[] = []): string | null {
  const folders = [...(process.env.PATH ?? "").split(delimiter).filter(Boolean), ...elsewhere]
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? null
}

/** Returns the subfolders of a folder, the highest version first, or none if it does not exist. */
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
