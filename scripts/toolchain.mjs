// The basis of every script here: the installed parts, and a Node to run them with. It is plain JavaScript, so that an
// older Node can start it; everything else runs on this one if it is new enough, and otherwise on the one of
// scripts/node.
import { spawn, spawnSync } from "node:child_process"
import { readFileSync, rmSync } from "node:fs"
import { constants } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)

const { engines, devEngines } = JSON.parse(readFileSync("package.json", "utf8"))
const { optionalDependencies } = JSON.parse(readFileSync("scripts/node/package.json", "utf8"))
const chosen = chooseNode(process, engines.node, devEngines.runtime.version, Object.keys(optionalDependencies))
/** The package with a newer Node, or null if the machine's own is new enough. */
const newerNode = chosen instanceof Error ? fail(chosen.message) : chosen

export const nodePath = newerNode ? join(root, "node_modules", newerNode, "bin/node") : process.execPath
if (newerNode) process.env.PATH = `${dirname(nodePath)}${delimiter}${process.env.PATH}`

/**
 * Installs the packages of package-lock.json, unless exactly these are installed already. With `tools`, also those of
 * tools/, which test and measure the shop, and are not needed to build and run it.
 */
export function ensureInstalled({ tools = false } = {}) {
  const parts = [...(tools ? ["tools"] : []), ...(newerNode ? ["scripts/node"] : [])]
  if (!isInstalled(parts)) install(parts)
  // The headers for compiling against it are a third of the package.
  if (newerNode) rmSync(join("node_modules", newerNode, "include"), { recursive: true, force: true })
}

/**
 * Chooses the Node that the shop runs on. Null is the running one, a name is the package with a newer one, and an error
 * says what to install. npm puts the package's Node before the machine's, so these scripts may run on it already.
 * @param {{ versions: { node: string }, platform: string, arch: string, execPath: string }} running
 * @param {string} wanted ">=24.11", the Node that the shop runs on
 * @param {string} oldest ">=20", the Node that can run npm and these scripts
 * @param {string[]} packages
 */
export function chooseNode({ versions, platform, arch, execPath }, wanted, oldest, packages) {
  const isAtLeast = (/** @type {string} */ range) =>
    versions.node.localeCompare(range.replace(">=", ""), "en", { numeric: true }) >= 0
  const name = `node-${platform}-${arch}`
  if (execPath === join(root, "node_modules", name, "bin/node")) return name
  if (isAtLeast(wanted)) return null
  if (isAtLeast(oldest) && packages.includes(name)) return name
  return new Error(
    `Vitrine runs on Node ${wanted.replace(">=", "")} or newer, and this is Node ${versions.node}. ` +
      "Install the current LTS version from https://nodejs.org, and start again.",
  )
}

/**
 * Runs Node with these arguments and gives its exit code.
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @param {(text: string) => void} [print] gets its output, which is this process's otherwise
 * @returns {Promise<number>}
 */
export function node(args, env = {}, print) {
  const child = spawn(nodePath, args, { env: { ...process.env, ...env }, stdio: print ? "pipe" : "inherit" })
  if (print) for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", print)
  const stop = () => child.kill("SIGTERM")
  const wait = () => {} // the terminal sends Ctrl-C to the child as well; we only wait for it to end
  process.on("SIGTERM", stop).on("SIGHUP", stop).on("SIGINT", wait)
  return new Promise((resolve) => {
    child.on("error", (error) => fail(`${nodePath} does not run: ${error.message}`))
    child.on("close", (code, signal) => {
      process.off("SIGTERM", stop).off("SIGHUP", stop).off("SIGINT", wait)
      resolve(exitCode(code, signal))
    })
  })
}

/**
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export function exitCode(code, signal) {
  return signal ? 128 + constants.signals[signal] : (code ?? 1)
}

/**
 * @param {string} message
 * @returns {never}
 */
export function fail(message) {
  console.error(`\n${message}`)
  process.exit(1)
}

/**
 * @param {string} path
 * @param {string} otherwise
 */
export function readOr(path, otherwise) {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return otherwise
  }
}

/**
 * Compares the lock with npm's list of installed packages, so that npm run by hand counts as well.
 * @param {string[]} parts workspaces
 */
function isInstalled(parts) {
  /** @typedef {Record<string, string>} Versions */
  /** @typedef {Record<string, { version?: string, dependencies?: Versions, devDependencies?: Versions }>} Packages */
  /** @type {Packages} */
  const wanted = JSON.parse(readFileSync("package-lock.json", "utf8")).packages
  /** @type {Packages | undefined} */
  const present = JSON.parse(readOr("node_modules/.package-lock.json", "{}")).packages
  if (!present) return false
  const named = ["", ...parts].flatMap((part) =>
    Object.keys({ ...wanted[part]?.dependencies, ...wanted[part]?.devDependencies }),
  )
  // npm writes its list last, so the packages in it are installed completely.
  const needed = [...named, ...(newerNode ? [newerNode] : [])].map((name) => `node_modules/${name}`)
  return [...needed, ...Object.keys(present)].every(
    (path) => present[path] && present[path].version === wanted[path]?.version,
  )
}

/** @param {string[]} parts workspaces */
function install(parts) {
  console.log("Installing the packages of package-lock.json …")
  // --include=dev: the pages are built here, even if NODE_ENV is production.
  const { status, error } = npm(
    [
      "ci",
      "--include=dev",
      "--include-workspace-root",
      ...(parts.length > 0 ? parts.map((part) => `--workspace=${part}`) : ["--workspaces=false"]),
      "--loglevel=error",
    ],
    "inherit",
  )
  if (error) fail(`npm does not run: ${error.message}`)
  if (status !== 0) fail(`npm ci failed (exit ${status}); its reason is above. Nothing was started.`)
}

/**
 * @param {string[]} args
 * @param {"inherit" | "pipe"} [output] "pipe": returned as text
 */
export function npm(args, output = "pipe") {
  return spawnSync("npm", args, {
    encoding: "utf8",
    maxBuffer: 2 ** 26,
    shell: process.platform === "win32",
    stdio: ["inherit", output, "inherit"],
  })
}
