import { type ChildProcess, execFile, spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

const run = promisify(execFile)
const root = join(import.meta.dirname, "..")

export interface Served {
  url: string
  pid: number
  dataDir: string
  stop(): Promise<void>
}

/** Starts the shop in production mode on core 0, with minimal logging and without effective rate limits. */
export async function serveShop(env: Record<string, string> = {}): Promise<Served> {
  const dataDir = env.DATA_DIR ?? (await mkdtemp(join(tmpdir(), "vitrine-bench-")))
  const child = spawn("taskset", ["-c", "0", process.execPath, "server/main.ts"], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: "0",
      LOG_LEVEL: "warn",
      RATE_LIMIT_SCALE: "100000",
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  })
  return served(child, dataDir)
}

/** Starts a plain node:http server on core 0 that sends the same response to every request. */
export async function serveBare(headers: Record<string, string>, body: Buffer): Promise<Served> {
  const dataDir = await mkdtemp(join(tmpdir(), "vitrine-bare-"))
  await writeFile(join(dataDir, "headers.json"), JSON.stringify(headers))
  await writeFile(join(dataDir, "body"), body)
  const child = spawn("taskset", ["-c", "0", process.execPath, "bench/bare.ts", dataDir], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  })
  return served(child, dataDir)
}

/** Runs a script on core 0 in place of the shop. */
export async function serveScript(script: string): Promise<Served> {
  const child = spawn("taskset", ["-c", "0", process.execPath, script], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  })
  return { url: await addressOf(child), pid: child.pid!, dataDir: "", stop: () => end(child) }
}

/** Stopping the server removes its data. */
async function served(child: ChildProcess, dataDir: string): Promise<Served> {
  const url = await addressOf(child)
  return {
    url,
    pid: child.pid!,
    dataDir,
    stop: () => end(child).then(() => rm(dataDir, { recursive: true, force: true })),
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ""
    child.once("exit", (code) => reject(new Error(`The server ended with ${code}: ${said}`)))
    child.stdout!.setEncoding("utf8").on("data", (text: string) => {
      said += text
      const found = /open at (http:\S+)/.exec(said)
      if (found) resolve(found[1]!)
    })
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const gone = new Promise((resolve) => child.once("exit", resolve))
  child.kill("SIGTERM")
  await gone
}

export interface Load {
  /** Responses per second. */
  rate: number
  /** Milliseconds. */
  p50: number
  p99: number
}

/**
 * Runs `wrk` on core 1 with one thread. Throws if any response was an error, because fast errors would distort the
 * result.
 */
export async function load(
  url: string,
  options: { connections?: number; seconds?: number; headers?: Record<string, string>; script?: string } = {},
): Promise<Load> {
  const { connections = 50, seconds = 4, headers = {}, script } = options
  const args = ["-c", "1", "wrk", "-t1", `-c${connections}`, `-d${seconds}s`, "--latency"]
  for (const [name, value] of Object.entries(headers)) args.push("-H", `${name}: ${value}`)
  if (script) args.push("-s", script)
  const { stdout } = await run("taskset", [...args, url])
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`Errors under load at ${url}:\n${stdout}`)
  return {
    rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)![1]),
    p50: latency(stdout, "50%"),
    p99: latency(stdout, "99%"),
  }
}

function latency(text: string, row: string): number {
  const [, number, unit] = new RegExp(`${row}\\s+([\\d.]+)(us|ms|s)`).exec(text)!
  return Number(number) * { us: 0.001, ms: 1, s: 1000 }[unit as "us" | "ms" | "s"]
}

/** Returns a process's current and peak memory, in megabytes. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8")
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)![1]) / 1024
  return { now: read("VmRSS"), peak: read("VmHWM") }
}

/** The environment of a server for `memoryAfterCollection`. */
export const tellsMemory = { NODE_OPTIONS: `--import ${join(root, "bench/reportMemory.ts")}` }

/** Returns the resident set, and the heap with its buffers, in bytes. */
export async function memoryAfterCollection({ pid, dataDir }: Served): Promise<{ rss: number; held: number }> {
  const path = join(dataDir, "memory.json")
  await rm(path, { force: true })
  // Garbage from the opening phase is released first.
  await pause(3000)
  process.kill(pid, "SIGUSR2")
  for (let i = 0; i < 300; i++) {
    await pause(100)
    const text = await readFile(path, "utf8").catch(() => "")
    if (text.endsWith("}")) return JSON.parse(text)
  }
  throw new Error("The server does not tell its memory")
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
