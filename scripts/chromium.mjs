// The browser for the journeys: the one that is here, else Debian's.
import { spawnSync } from "node:child_process"
import { accessSync, constants, existsSync } from "node:fs"
import { delimiter, join } from "node:path"

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"

/** Path of Chromium, or null with the reason told. */
export function ensureChromium() {
  const found = findChromium()
  if (found) return found
  if (!existsSync("/etc/debian_version") || process.getuid?.() !== 0) {
    console.error("No Chromium: install it, or say where it is with CHROME_PATH.")
    return null
  }
  console.log("Installing Chromium …")
  const quiet = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }, stdio: /** @type {const} */ ("inherit") }
  spawnSync("apt-get", ["update", "-qq"], quiet)
  spawnSync("apt-get", ["install", "-y", "-qq", "chromium"], quiet)
  const installed = findChromium()
  if (!installed) console.error("apt-get could not install chromium; its reason is above.")
  return installed
}

/** CHROME_PATH, else the first Chromium or Chrome on PATH; null when there is none. */
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
