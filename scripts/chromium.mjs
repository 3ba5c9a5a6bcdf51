// Finds the browser for the journeys: an installed one, or else Debian's.
import { spawnSync } from "node:child_process"
import { accessSync, constants, existsSync } from "node:fs"
import { delimiter, join } from "node:path"

// The headless shell has no window system to draw for, and runs the journeys in three quarters of the time.
const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"

/** Returns the path of Chromium. Returns null after printing the reason if there is none. */
export function ensureChromium() {
  const found = findChromium()
  if (found) return found
  if (!existsSync("/etc/debian_version") || process.getuid?.() !== 0) {
    console.error("No Chromium found: install it, or set CHROME_PATH.")
    return null
  }
  console.log("Installing Chromium …")
  const quiet = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }, stdio: /** @type {const} */ ("inherit") }
  spawnSync("apt-get", ["update", "-qq"], quiet)
  for (const name of ["chromium-headless-shell", "chromium"]) {
    if (spawnSync("apt-get", ["install", "-y", "-qq", name], quiet).status === 0) break
  }
  const installed = findChromium()
  if (!installed) console.error("apt-get could not install chromium; its reason is above.")
  return installed
}

/** Returns CHROME_PATH, or else the first Chromium or Chrome on PATH; null when there is none. */
export function findChromium() {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH
  const folders = (process.env.PATH ?? "").split(delimiter)
  return [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), MAC].find(isProgram) ?? null
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
