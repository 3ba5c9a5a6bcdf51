import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"

/** Even, so that both come first as often. */
const rounds = 8

/** A server of its own process: tests in this one hash passwords cheaply and answer without the minimum time. */
async function startServer() {
  const dataDir = mkdtempSync(join(tmpdir(), "vitrine-timing-"))
  const env = { ...process.env, VITEST: "", PORT: "0", DATA_DIR: dataDir, DEMO: "0", RATE_LIMIT_SCALE: "1000" }
  const server = spawn(process.execPath, ["--import", "./scripts/exitWithParent.mjs", "server/main.ts"], {
    env,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  })
  const origin = await new Promise<string>((found, failed) => {
    let log = ""
    const read = (text: Buffer) => {
      log += text
      const address = /Vitrine is open at (http:\/\/[^\s"\\]+)/.exec(log)?.[1]
      if (address) found(address)
    }
    server.stdout?.on("data", read)
    server.stderr?.on("data", read)
    server.once("exit", (code) => failed(new Error(`exit ${code}: ${log}`)))
  })
  const stop = async () => {
    const ended = new Promise((done) => server.once("exit", done))
    server.kill("SIGTERM")
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { origin, stop }
}

test("an address with an account is answered with the same words, in the same time, as one without", {
  timeout: 180_000,
  retry: 2,
}, async () => {
  const { origin, stop } = await startServer()
  const post = async (path: string, body: object) => {
    const began = performance.now()
    const answer = await fetch(`${origin}/api/auth/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    })
    const { request_id, ...told } = (await answer.json()) as Record<string, unknown>
    return { took: performance.now() - began, told: { status: answer.status, ...told } }
  }
  const account = { email: "owner@demo.example", password: "Turned-Brass-7", full_name: "Olive Owner", region: "eu" }
  expect((await post("register", account)).told.status).toBe(201)
  const unequal: unknown[] = []
  try {
    const calls: [path: string, fields: object][] = [
      ["login", { password: "Wrong-Word-1" }],
      ["register", { ...account, password: "Turned-Brass-8" }],
      ["password-reset/request", {}],
      ["verify-email/request", {}],
    ]
    for (const [path, fields] of calls) {
      const known: number[] = []
      const unknown: number[] = []
      for (let i = 0; i < rounds; i++) {
        const owner = () => post(path, { ...fields, email: account.email })
        const nobody = () => post(path, { ...fields, email: `nobody${i}-${path.length}@demo.example` })
        // The two alternate, so that a slow moment of the machine affects both.
        const [first, second] = i % 2 ? [await owner(), await nobody()] : await reversed(nobody, owner)
        known.push(first.took)
        unknown.push(second.took)
        if (JSON.stringify(first.told) !== JSON.stringify(second.told)) unequal.push([path, first.told, second.told])
      }
      const ratio = quick(known) / quick(unknown)
      // A sign-in takes a tenth of the time if no password is checked.
      if (ratio < 0.5 || ratio > 2) unequal.push([path, known, unknown])
    }
  } finally {
    await stop()
  }
  expect(unequal).toEqual([])
})

async function reversed<T>(second: () => Promise<T>, first: () => Promise<T>): Promise<[T, T]> {
  const later = await second()
  return [await first(), later]
}

/** The lower third: what else the machine does only ever adds to a time. */
const quick = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 3)]!
