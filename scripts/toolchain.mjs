// What every script here needs: the installed parts, and Node 24 to run them with. Plain JavaScript, so that an older
// Node can start it; everything else runs on the Node that npm brings.
import { spawn, spawnSync } from "node:child_process"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { constants } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)

export const node24 = join(root, "node_modules/node/bin/node")
process.env.PATH = `${dirname(node24)}${delimiter}${process.env.PATH}`

/**
 * Installs what package-lock.json names, unless exactly that is installed already. The packages of tools/, which test
 * and measure the shop, are `tools`: nothing of them is needed to build and run it.
 */
export function ensureInstalled({ tools = false } = {}) {
  if (!isInstalled(tools)) install(tools)
  if (!existsSync(node24)) bringNode()
  // Its headers and manuals; what runs is a link to the program beside them.
  rmSync("node_modules/node/node_modules", { recursive: true, force: true })
}

/**
 * Runs Node 24 with these arguments and gives its exit code.
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @param {(text: string) => void} [print] gets its output, which is this process's otherwise
 * @returns {Promise<number>}
 */
export function node(args, env = {}, print) {
  const child = spawn(node24, args, { env: { ...process.env, ...env }, stdio: print ? "pipe" : "inherit" })
  if (print) for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", print)
  const stop = () => child.kill("SIGTERM")
  const wait = () => {} // the terminal sends Ctrl-C to the child as well; we only wait for it to end
  process.on("SIGTERM", stop).on("SIGHUP", stop).on("SIGINT", wait)
  return new Promise((resolve) => {
    child.on("error", (error) => fail(`${node24} does not run: ${error.message}`))
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
 * Compares the lock with the list that npm keeps of what it installed, so that npm run by hand counts as well.
 * @param {boolean} tools
 */
function isInstalled(tools) {
  /** @typedef {Record<string, string>} Versions */
  /** @typedef {Record<string, { version?: string, dependencies?: Versions, devDependencies?: Versions }>} Packages */
  /** @type {Packages} */
  const wanted = JSON.parse(readFileSync("package-lock.json", "utf8")).packages
  /** @type {Packages | undefined} */
  const present = JSON.parse(readOr("node_modules/.package-lock.json", "{}")).packages
  if (!present) return false
  const named = (tools ? ["", "tools"] : [""]).flatMap((part) =>
    Object.keys({ ...wanted[part]?.dependencies, ...wanted[part]?.devDependencies }),
  )
  // npm writes its list last: what was installed for these is complete.
  const needed = named.map((name) => `node_modules/${name}`)
  return [...needed, ...Object.keys(present)].every(
    (path) => present[path] && present[path].version === wanted[path]?.version,
  )
}

/** @param {boolean} tools */
function install(tools) {
  console.log("Installing the packages of package-lock.json …")
  // --include=dev: the pages are built here, also where NODE_ENV says production
  const parts = tools ? "--workspaces=true" : "--workspaces=false"
  const { status, error } = npm(
    ["ci", "--include=dev", "--include-workspace-root", parts, "--loglevel=error"],
    "inherit",
  )
  if (error) fail(`npm does not run: ${error.message}`)
  if (status !== 0) fail(`npm ci failed (exit ${status}); its reason is above. Nothing was started.`)
}

/** The package "node" brings its program by an install script, which npm may have been told not to run. */
function bringNode() {
  spawnSync(process.execPath, ["installArchSpecificPackage.js"], { cwd: "node_modules/node", stdio: "inherit" })
  if (!existsSync(node24))
    fail(`Node 24 is missing at ${node24}: the install script of the package "node" did not run.`)
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
