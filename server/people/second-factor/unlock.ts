import { resolve } from "node:path"
import { openBus } from "../../platform/bus/open.ts"
import { systemClock } from "../../platform/clock.ts"
import { openDatabase } from "../../platform/db/open.ts"
import { createStore } from "../../platform/db/store.ts"
import { createLog } from "../../platform/log.ts"
import { faultOf } from "../../platform/refusal.ts"
import { readSettings, SettingsError } from "../../platform/settings.ts"
import { unlockSuperAdmin } from "./factors.ts"

// npm run admin:unlock -- EMAIL: removes the second factor of a super admin who is locked out, and prints a link to
// choose a new password.
try {
  const [email, ...more] = process.argv.slice(2)
  if (!email || more.length > 0) throw new SettingsError("Name one account: npm run admin:unlock -- EMAIL")
  const settings = readSettings(process.env)
  const log = createLog("silent")
  const database = await openDatabase({ ...settings, dataDir: resolve(settings.dataDir) }, log)
  const { bus } = await openBus(settings, log)
  const store = createStore(database.db, systemClock, bus, database)
  const origin = settings.publicUrl ?? `http://localhost:${settings.port}`
  const code = await store.transaction((tx) => unlockSuperAdmin(tx, email.trim().toLowerCase(), origin))
  await bus.close()
  await database.close()
  if (!code) throw new SettingsError(`There is no super admin with the address ${email}`)
  console.log("The second factor was removed and every session ended. Choose a new password within an hour:")
  console.log(`${origin}/reset-password?oob_code=${code}`)
  process.exit(0)
} catch (error) {
  console.error(faultOf(error))
  process.exit(error instanceof SettingsError ? 2 : 1)
}
