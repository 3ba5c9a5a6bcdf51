import { spawn } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { filledDatabase } from "../fill.ts"
import { memoryOf, pause, serveShop } from "../processes.ts"
import { median, type Row, verdict } from "../table.ts"

/** Measures `npm start` on an existing database, from the command to the first 200 of /readyz. */
export async function start(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "vitrine-start-"))
  const times: number[] = []
  for (let round = 0; round < 4; round++) times.push(await startOnce(dataDir))
  await rm(dataDir, { recursive: true, force: true })
  const time = median(times.slice(1)) / 1000
  return [
    {
      part: "start",
      what: "second `npm start` until `/readyz`",
      measured: `${time.toFixed(1)} s`,
      must: "4 s",
      wanted: "2 s",
      reached: verdict(time, 4, 2),
      note: `the first, which fills the demo shop: ${(times[0]! / 1000).toFixed(1)} s`,
    },
  ]
}

async function startOnce(dataDir: string): Promise<number> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn("npm", ["start"], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: "ignore",
    detached: true,
  })
  while (!(await isReady(port))) {
    if (performance.now() - began > 120_000) throw new Error("npm start did not become ready within two minutes")
    await pause(20)
  }
  const time = performance.now() - began
  const gone = new Promise((resolve) => child.once("exit", resolve))
  process.kill(-child.pid!, "SIGTERM")
  await gone
  return time
}

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  )

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

export async function memory(cluster: string): Promise<Row[]> {
  const kinds: { name: string; env: Record<string, string>; must: number; wanted: number }[] = [
    { name: "embedded database", env: {}, must: 480, wanted: 400 },
    {
      name: "PostgreSQL",
      env: { DATABASE_URL: await filledDatabase(cluster, 1000), DEMO: "0" },
      must: 200,
      wanted: 130,
    },
  ]
  const rows: Row[] = []
  for (const { name, env, must, wanted } of kinds) {
    const shop = await serveShop(env)
    for (const path of ["/", "/models", "/model/1", "/api/dolls"]) await (await fetch(shop.url + path)).arrayBuffer()
    await pause(15_000)
    const { now } = memoryOf(shop.pid)
    await shop.stop()
    rows.push({
      part: "memory",
      what: `memory, idle on the ${name}`,
      measured: `${Math.round(now)} MB`,
      must: `${must} MB`,
      wanted: `${wanted} MB`,
      reached: verdict(now, must, wanted),
    })
  }
  return rows
}
