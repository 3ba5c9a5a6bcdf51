import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { openEmbedded, startEmbedded } from "#server/platform/db/embedded.ts"
import { migrate } from "#server/platform/db/migrate.ts"

let template: Promise<Blob> | undefined

/**
 * A dump of a migrated database. It is made once for each set of migrations, because loading it takes a tenth of the
 * time of creating it. Each process reads it once.
 */
export function embeddedTemplate(): Promise<Blob> {
  template ??= readOrMake()
  return template
}

/** Copies the dump into a data directory, for a server that starts there. */
export async function fillDataDir(dataDir: string): Promise<void> {
  const folder = join(dataDir, "db")
  await mkdir(folder, { recursive: true })
  const input = Buffer.from(await (await embeddedTemplate()).arrayBuffer())
  execFileSync("tar", ["-x", "-C", folder], { input, stdio: ["pipe", "ignore", "ignore"] })
}

async function readOrMake(): Promise<Blob> {
  const directory = new URL("../server/platform/db/migrations/", import.meta.url)
  const hash = createHash("sha256")
  for (const name of (await readdir(directory)).sort())
    hash.update(name).update(await readFile(new URL(name, directory)))
  const cache = new URL("../node_modules/.cache/vitrine/", import.meta.url)
  const file = new URL(`template-${hash.digest("hex").slice(0, 16)}.tar`, cache)
  const found = await readFile(file).catch(() => null)
  if (found) return new Blob([found])
  const client = await startEmbedded()
  await migrate(openEmbedded(client))
  const dump = await client.dumpDataDir("none")
  await client.close()
  await mkdir(cache, { recursive: true })
  const mine = new URL(`${process.pid}-${Date.now()}.tmp`, cache)
  await writeFile(mine, Buffer.from(await dump.arrayBuffer()))
  await rename(mine, file)
  return dump
}
