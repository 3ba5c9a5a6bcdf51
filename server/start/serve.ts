import { byName } from "../platform/http/origin.ts"
import { logConsole } from "../platform/log.ts"
import { assertDurable, readSettings, SettingsError, warningsOf } from "../platform/settings.ts"
import { type App, buildApp } from "./app.ts"
import { releaseStartMemory } from "./memory.ts"
import { startJobs } from "./startJobs.ts"

const app = await open()
logConsole(app.log)
stopOn("SIGTERM")
stopOn("SIGINT")
console.log(`Vitrine is open at ${byName(await listen(app))}`)
startJobs(app)
releaseStartMemory(5000)
if (app.settings.demo) await introduceDemo()
for (const warning of warningsOf(app.settings)) app.log.warn(warning)

async function open(): Promise<App> {
  try {
    const settings = readSettings(process.env)
    assertDurable(settings)
    return await buildApp(settings)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    console.error(`Vitrine cannot start: ${error.message}`)
    process.exit(2)
  }
}

async function listen({ http, settings }: App): Promise<string> {
  // Fastify would also log the address, as a JSON line in the middle of the greeting.
  const level = http.log.level
  http.log.level = "warn"
  try {
    return await http.listen({ port: settings.port, host: settings.host })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error
    process.stderr.write(
      `Vitrine cannot start: port ${settings.port} is already in use. Stop the other process or set PORT\n`,
    )
    process.exit(2)
  } finally {
    http.log.level = level
  }
}

/** The longest time, in milliseconds, that a shutdown takes after its announcement. */
const longestStop = 10_000

/** Announces the shutdown, finishes what is in progress and exits; a second signal exits at once. */
function stopOn(signal: NodeJS.Signals): void {
  let stopping = false
  process.on(signal, () => {
    if (stopping) process.exit(1)
    stopping = true
    const { stopNotice } = app.settings
    setTimeout(() => process.exit(1), stopNotice + longestStop).unref()
    app.retire()
    setTimeout(() => {
      app.close().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    }, stopNotice)
  })
}

async function introduceDemo(): Promise<void> {
  const { demoAccounts, demoPassword } = await import("./demo/accounts.ts")
  console.log(`\nThis is the demo shop. Every demo account uses the password ${demoPassword}:`)
  for (const { email, what } of demoAccounts) console.log(`  ${email.padEnd(24)} ${what}`)
}
