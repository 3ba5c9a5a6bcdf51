import { type App, buildApp } from "./app.ts"
import { demoAccounts, demoPassword } from "./db/demo/seed.ts"
import { releaseStartMemory } from "./memory.ts"
import { readSettings, SettingsError } from "./settings.ts"
import { startJobs } from "./startJobs.ts"

const app = await open()
stopOn("SIGTERM")
stopOn("SIGINT")
console.log(`Vitrine is open at ${await listen(app)}`)
startJobs(app)
releaseStartMemory(5000)
if (app.settings.demo) introduceDemo()

async function open(): Promise<App> {
  try {
    return await buildApp(readSettings(process.env))
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    console.error(`Vitrine cannot start: ${error.message}`)
    process.exit(2)
  }
}

async function listen({ http, settings }: App): Promise<string> {
  // Fastify would log the address as well: a line of JSON in the middle of the greeting.
  const level = http.log.level
  http.log.level = "warn"
  try {
    return await http.listen({ port: settings.port, host: settings.host })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error
    console.error(`Vitrine cannot start: PORT ${settings.port} is taken; stop what listens there or set another PORT`)
    process.exit(2)
  } finally {
    http.log.level = level
  }
}

/** Finishes the requests under way, then goes; a second signal goes at once. */
function stopOn(signal: NodeJS.Signals): void {
  let stopping = false
  process.on(signal, () => {
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => process.exit(1), 10_000).unref()
    app.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  })
}

function introduceDemo(): void {
  console.log(`\nThis is the demo shop. Every demo account signs in with the password ${demoPassword}:`)
  for (const { email, what } of demoAccounts) console.log(`  ${email.padEnd(24)} ${what}`)
}
