import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"

const root = join(import.meta.dirname, "../..")
/** A full path, because another version may not have the file. */
const exitWithParent = join(root, "scripts/exitWithParent.mjs")

export interface Server {
  url: string
  child: ChildProcess
  /** Its log lines. */
  said: string[]
}

/**
 * Starts the shop as a child process, without effective rate limits. With `cwd`, it runs the version of another
 * checkout. It ends with this process, however that ends.
 */
export async function startServer(env: Record<string, string>, cwd = root): Promise<Server> {
  const clock = env.CLOCK_SKEW ? ["--import", "./bench/faults/skew.mjs"] : []
  const child = spawn(process.execPath, [...clock, "--import", exitWithParent, "server/main.ts"], {
    cwd,
    env: {
      ...process.env,
      PORT: "0",
      LOG_LEVEL: "error",
      RATE_LIMIT_SCALE: "100000",
      PAYMENTS_SANDBOX: "1",
      VITEST: "",
      NODE_COMPILE_CACHE: join(cwd, "node_modules/.cache/node"), // as `npm start` has it
      ...env,
    },
    detached: true, // Ctrl-C must reach it once, as our SIGTERM
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  })
  const said: string[] = []
  const url = await new Promise<string>((resolve, reject) => {
    let begun = ""
    child.once("exit", (code) => reject(new Error(`The server ended with ${code}: ${said.join("\n")}`)))
    child.stdout!.setEncoding("utf8").on("data", (text: string) => {
      const lines = (begun + text).split("\n")
      begun = lines.pop()!
      said.push(...lines)
      const address = lines.map((line) => /open at (http:\S+)/.exec(line)?.[1]).find(Boolean)
      if (address) resolve(address)
    })
  })
  return { child, url, said }
}

export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

export interface Node {
  /** Empty while the node is down. */
  readonly url: string
  readonly isUp: boolean
  /** Undefined while the node is down. */
  readonly pid: number | undefined
  /** The number of times that it was killed or stopped. */
  readonly ends: number
  /** Its log lines, across restarts. */
  said(): string[]
  kill(): Promise<void>
  /** Sends SIGSTOP: the process keeps its state, does nothing until `thaw`, and does not notice the time in between. */
  freeze(): void
  thaw(): void
  /** Sends SIGTERM. Resolves with the exit code. */
  stop(): Promise<number>
  start(): Promise<void>
}

/** Creates a node that is down at first. */
export function aNode(env: Record<string, string>): Node {
  let server: Server | null = null
  let ends = 0
  let starting: Promise<void> | null = null
  const before: string[] = []
  return {
    get url() {
      return server?.url ?? ""
    },
    get isUp() {
      return server !== null
    },
    get pid() {
      return server?.child.pid
    },
    get ends() {
      return ends
    },
    said: () => [...before, ...(server?.said ?? [])].filter((line) => line.startsWith("{")),
    kill: async () => void (await end("SIGKILL")),
    freeze: () => void server?.child.kill("SIGSTOP"),
    thaw: () => void server?.child.kill("SIGCONT"),
    stop: () => end("SIGTERM"),
    start: () => {
      starting ??= start().finally(() => {
        starting = null
      })
      return starting
    },
  }

  async function start(): Promise<void> {
    if (!server) server = await startServer(env)
  }

  async function end(signal: NodeJS.Signals): Promise<number> {
    await starting
    const going = server
    if (!going) return 0
    const { child } = going
    // Something else may have killed or frozen it.
    const gone = child.exitCode ?? child.signalCode ?? once(child, "exit")
    ends++
    child.kill(signal)
    child.kill("SIGCONT")
    // From now on the node counts as down, however long the exit takes.
    server = null
    await gone
    before.push(...going.said)
    return child.exitCode!
  }
}
