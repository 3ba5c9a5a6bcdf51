import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { findProgram, freePort, keepProgram, type Program, type Service } from "./serviceProcess.ts"

const program = findProgram("redis-server") ?? findProgram("valkey-server")

export const hasRedis = program !== null

/** Starts a private, temporary Redis or Valkey on loopback. Returns null if neither is installed. */
export async function startRedis(): Promise<(Service & Program) | null> {
  if (!program) return null
  const folder = mkdtempSync(join(tmpdir(), "vitrine-redis-"))
  const port = await freePort()
  const settings = ["--bind", "127.0.0.1", "--port", `${port}`, "--dir", folder, "--save", "", "--appendonly", "no"]
  const kept = await keepProgram(folder, port, [program, ...settings])
  return Object.assign(kept, { url: `redis://127.0.0.1:${port}` })
}
