import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { open, rm } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import pg from "pg"
import { pause } from "./processes.ts"

const run = promisify(execFile)

/**
 * Pins all PostgreSQL processes to core 1, with the load, and enables fsync of commits. The test cluster does neither.
 */
export async function pinDatabase(cluster: string): Promise<void> {
  const all = await processesOf(cluster)
  for (const pid of all) await run("taskset", ["-a", "-cp", "1", String(pid)]).catch(() => {})
  await ask(cluster, "alter system set fsync = on")
  await ask(cluster, "alter system set full_page_writes = on")
  await ask(cluster, "select pg_reload_conf()")
}

/** The CPU time of a process, in seconds. */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ")
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** The CPU time of all current PostgreSQL processes. */
export async function cpuOfDatabase(cluster: string): Promise<number> {
  return (await processesOf(cluster)).reduce((sum, pid) => sum + cpuOf(pid), 0)
}

async function processesOf(cluster: string): Promise<number[]> {
  const [main] = await ask(cluster, "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid")
  const others = await ask(cluster, "select pid from pg_stat_activity where pid <> pg_backend_pid()")
  return [main!.pid, ...others.map(({ pid }) => pid)]
}

async function ask(cluster: string, text: string): Promise<{ pid: number }[]> {
  const client = new pg.Client({ connectionString: cluster })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

/** Measures the write and fsync of a page on this disk while other work runs, in milliseconds. */
export async function fsyncDuring<T>(directory: string, work: Promise<T>) {
  const path = join(directory, "fsync")
  const file = await open(path, "w")
  const page = Buffer.alloc(8192, 1)
  const times: number[] = []
  let isOver = false
  const over = work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const begun = performance.now()
    await file.write(page)
    await file.datasync()
    times.push(performance.now() - begun)
    await Promise.race([pause(20), over])
  }
  await file.close()
  await rm(path)
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)]!
  return { result: await work, p50: at(0.5), p99: at(0.99) }
}
