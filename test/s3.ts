import { randomBytes } from "node:crypto"
import { mkdirSync, mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { freePort, keepProgram, type Program, type Service } from "./serviceProcess.ts"

interface Server {
  url: string
  directory: string
}

/** Starts a private, temporary S3-compatible server on loopback. */
export async function startS3(): Promise<Server & Service & Program> {
  const folder = mkdtempSync(join(tmpdir(), "vitrine-s3-"))
  const directory = join(folder, "objects")
  mkdirSync(directory)
  const port = await freePort()
  const program = fileURLToPath(new URL("s3Server.ts", import.meta.url))
  const kept = await keepProgram(folder, port, [process.execPath, program, directory, String(port)])
  return Object.assign(kept, { directory, url: `http://127.0.0.1:${port}` })
}

/** Creates a bucket. Returns the settings of a shop that uses it. */
export function aBucket({ url, directory }: Server): Record<string, string> {
  const name = `t-${randomBytes(8).toString("hex")}`
  mkdirSync(join(directory, name))
  // This is the only account that S3rver knows.
  const account = { S3_ACCESS_KEY_ID: "S3RVER", S3_SECRET_ACCESS_KEY: "S3RVER" }
  return { S3_ENDPOINT: url, S3_BUCKET: name, ...account }
}
