// The built pages, and whether they are still those of the sources.
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { node, readOr } from "./toolchain.mjs"

const SOURCES = [
  "web",
  "contract",
  "public",
  "scripts/displayFont.mjs",
  "scripts/inlineScript.mjs",
  "vite.config.ts",
  "react-router.config.ts",
  "package-lock.json",
]
const STAMP = "build/.sources"

/** Builds when a source changed since the last build; the exit code. */
export async function ensureBuilt() {
  const built = existsSync("build/server/index.js") && existsSync("build/client")
  return built && readOr(STAMP, "") === fingerprint() ? 0 : build(["--logLevel", "warn"])
}

/** @param {string[]} args */
export async function build(args = []) {
  console.log("Building the pages …")
  const sources = fingerprint()
  rmSync(STAMP, { force: true })
  const code = await node(["node_modules/.bin/react-router", "build", ...args], { NODE_ENV: "production" })
  if (code === 0) writeFileSync(STAMP, sources)
  return code
}

function fingerprint() {
  const hash = createHash("sha256")
  for (const path of SOURCES.flatMap(filesOf)) hash.update(`${path}\0`).update(readFileSync(path)).update("\0")
  return hash.digest("hex")
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesOf(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found || /\.test\.tsx?$/.test(path)) return []
  if (!found.isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesOf(join(path, name)))
}
