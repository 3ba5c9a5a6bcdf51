// Builds the pages, if the sources have changed.
import { createHash } from "node:crypto"
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { basename, join } from "node:path"
import { node, readOr } from "./toolchain.mjs"

const SOURCES = [
  "web",
  "contract",
  "languages",
  "scripts/languages",
  "scripts/displayFont.mjs",
  "scripts/icons.mjs",
  "scripts/lucide.LICENSE",
  "scripts/inlineScript.mjs",
  "vite.config.ts",
  "react-router.config.ts",
  "package-lock.json",
]
const STAMP = "build/.sources"

/** Builds when a source changed since the last build. Returns the exit code. */
export async function ensureBuilt() {
  const built = existsSync("build/server/index.js") && existsSync("build/client")
  return built && readOr(STAMP, "") === fingerprint() ? 0 : build(["--logLevel", "warn"])
}

/**
 * Builds English in build/, the other languages in build/de and so on. Their files are served together: the names are
 * hashes of the contents.
 * @param {string[]} args
 */
export async function build(args = []) {
  console.log("Building the pages …")
  const sources = fingerprint()
  rmSync("build", { recursive: true, force: true })
  const languages = readdirSync("languages").map((name) => basename(name, ".arb").replace(/^en$/, ""))
  const left = [...languages]
  let code = 0
  const work = async () => {
    for (let next = left.shift(); next !== undefined && code === 0; next = left.shift()) {
      const env = { NODE_ENV: "production", VITE_LANGUAGE: next }
      code = (await node(["node_modules/.bin/react-router", "build", ...args], env)) || code
    }
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), languages.length) }, work))
  if (code !== 0) return code
  for (const name of languages.filter(Boolean)) {
    cpSync(`build/${name}/client/assets`, "build/client/assets", { recursive: true })
    rmSync(`build/${name}/client`, { recursive: true })
  }
  writeFileSync(STAMP, sources)
  return 0
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
