// npm start, npm run dev: opens the shop from a fresh checkout.
import { spawn } from "node:child_process"
import { ensureBuilt } from "./pages.mjs"
import { ensureInstalled, exitCode, fail, nodePath } from "./toolchain.mjs"

const dev = process.argv.includes("--dev")
const rest = process.argv.slice(2).filter((arg) => arg !== "--dev")

ensureInstalled()
if (!dev && (await ensureBuilt()) !== 0)
  fail("The pages could not be built (see the error above), so the server was not started.")
open(
  dev
    ? ["--watch-path=server", "--watch-path=contract", "--watch-preserve-output"]
    : ["--import", "./scripts/exitWithParent.mjs"],
)

/**
 * The terminal and npm both send a Ctrl-C to this process, and a second one stops a server at once. So the server gets
 * a process group of its own and receives every signal from here, once.
 * @param {string[]} how
 */
function open(how) {
  const server = spawn(nodePath, [...how, "server/main.ts", ...rest], {
    detached: true,
    env: {
      NODE_COMPILE_CACHE: "node_modules/.cache/node", // a fifth less to wait at the next start
      ...process.env,
      ...(dev ? { VITRINE_DEV: "1" } : { NODE_ENV: "production" }),
    },
    stdio: dev ? "inherit" : ["inherit", "inherit", "inherit", "ipc"],
  })
  let heard = 0
  const pass = (/** @type {NodeJS.Signals} */ signal) => {
    if (Date.now() - heard < 500) return
    heard = Date.now()
    server.kill(signal === "SIGHUP" ? "SIGTERM" : signal)
  }
  process.on("SIGINT", pass).on("SIGTERM", pass).on("SIGHUP", pass)
  whenNpmDies(() => server.kill("SIGTERM"))
  server.on("error", (error) => fail(`The server failed to start: ${error.message}`))
  server.on("exit", (code, signal) => process.exit(exitCode(code, signal)))
}

/**
 * Detects that npm was killed outright, by the other parent that this process gets.
 * @param {() => void} stop
 */
function whenNpmDies(stop) {
  if (!process.env.npm_lifecycle_event) return
  const npm = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(watch)
    stop()
  }, 500)
}
