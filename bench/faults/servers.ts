import { type ChildProcess, spawn } from "node:child_process"
import { join } from "node:path"

const root = join(import.meta.dirname, "../..")
/** By its full path: another version need not have it. */
const exitWithParent = join(root, "scripts/exitWithParent.mjs")

export interface Server {
  url: string
  child: ChildProcess
  /** Its log lines. */
  said: string[]
}

/**
 * Starts the shop as a child process, without effective rate limits; with `cwd`, another checkout's version. It ends
 * with this process, however that ends.
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
      ...env,
    },
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
