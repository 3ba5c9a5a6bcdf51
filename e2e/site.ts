import { spawn } from "node:child_process"
import { once } from "node:events"
import { closeSync, cpSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { createDatabase } from "#test/postgres.ts"
import type { Command } from "./controlledServer.ts"

/** A running shop: its address, its folder (emails are in `dataDir/outbox`), and its log. */
export type Site = RunningSite & {
  log: () => string
  /** Sends a command to the shop's process and waits for it. Only for a shop whose clock can be moved. */
  command: (command: Command) => Promise<void>
}

/** The part of a running shop that other processes need. */
export type RunningSite = { url: string; dataDir: string; logFile: string }

/** A closed shop to copy: its folder, and the address of its database unless the folder contains it. */
export type Template = { dataDir: string; databaseUrl: string | null }

/**
 * Starts the built shop on a free port, as a copy of the template or with a demo of its own. Its folder is deleted with
 * it unless it is kept.
 */
export async function openSite({
  movable = false,
  keep = false,
  template = null,
  settings = {},
}: {
  movable?: boolean
  keep?: boolean
  template?: Template | null
  settings?: Record<string, string>
} = {}): Promise<Site & { close: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), "vitrine-e2e-"))
  const { PATH = "", HOME = "", TMPDIR = tmpdir() } = process.env // no other setting of this machine may apply
  if (template) cpSync(template.dataDir, dataDir, { recursive: true })
  const copied = template?.databaseUrl ? { DATABASE_URL: await copyDatabase(template.databaseUrl) } : {}
  const logFile = `${dataDir}.log`
  const output = openSync(logFile, "w")
  const server = spawn(
    process.execPath,
    ["--import", "./scripts/exitWithParent.mjs", movable ? "e2e/controlledServer.ts" : "server/main.ts"],
    {
      env: {
        PATH,
        HOME,
        TMPDIR,
        NODE_ENV: "production",
        NODE_COMPILE_CACHE: resolve("node_modules/.cache/node"), // as `npm start` has it
        HOST: "127.0.0.1",
        PORT: "0",
        DATA_DIR: dataDir,
        DEMO: "1",
        EMBEDDED: "public",
        RATE_LIMIT_SCALE: "100",
        ...copied,
        ...settings,
      },
      stdio: ["ignore", output, output, "ipc"],
    },
  )
  closeSync(output)
  const exited = once(server, "exit")
  const log = () => readFileSync(logFile, "utf8")
  async function address(): Promise<string> {
    for (;;) {
      const found = /Vitrine is open at (http:\/\/[^\s"\\]+)/.exec(log())?.[1]
      if (found) return found
      if (server.exitCode !== null) throw new Error(`The shop did not open (exit ${server.exitCode}):\n${log()}`)
      await pause(50)
    }
  }
  let commands = 0
  const command = (asked: Command) =>
    new Promise<void>((done, failed) => {
      const id = ++commands
      const hear = (answer: { id: number; error?: string }) => {
        if (answer.id !== id) return
        server.off("message", hear)
        if (answer.error) failed(new Error(answer.error))
        else done()
      }
      server.on("message", hear)
      server.send({ id, command: asked })
    })
  const close = async () => {
    const late = setTimeout(() => server.kill("SIGKILL"), 10_000)
    server.kill("SIGTERM")
    await exited
    clearTimeout(late)
    rmSync(logFile)
    if (!keep) rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    return { url: await address(), dataDir, logFile, log, command, close }
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true })
    throw error
  }
}

function copyDatabase(url: string): Promise<string> {
  return createDatabase(new URL("/postgres", url).href, new URL(url).pathname.slice(1))
}
