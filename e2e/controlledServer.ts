import { eq } from "drizzle-orm"
import { askForRatings } from "#server/backoffice/desk/ratings.ts"
import { useAllowance } from "#server/people/membership/allowance.ts"
import { endMemberships, remindMembers } from "#server/people/membership/reminders.ts"
import { users } from "#server/platform/auth/tables.ts"
import { byName } from "#server/platform/http/origin.ts"
import { readSettings } from "#server/platform/settings.ts"
import { buildApp } from "#server/start/app.ts"
import { startJobs } from "#server/start/startJobs.ts"

/** Requests of a journey to the shop that it started. They use the channel between the two processes. */
export type Command =
  | { do: "advance"; ms: number }
  /** `moment` is a time of the shop's clock in milliseconds since 1970, whatever the clock was before. */
  | { do: "moveTo"; moment: number }
  | { do: "use"; email: string; kind: "messages" | "photos"; times: number }

/** The shop as server/main.ts starts it, with a clock that a journey can move. */
let ahead = 0
const app = await buildApp(readSettings(process.env), { clock: { now: () => new Date(Date.now() + ahead) } })
const { http, settings, store } = app
console.log(`Vitrine is open at ${byName(await http.listen({ port: settings.port, host: settings.host }))}`)
startJobs(app)

process.on("SIGTERM", () => void app.close().then(() => process.exit(0)))
process.on("message", ({ id, command }: { id: number; command: Command }) => {
  run(command).then(
    () => process.send?.({ id }),
    (error: Error) => process.send?.({ id, error: error.message }),
  )
})

async function run(command: Command): Promise<void> {
  if (command.do === "use") return use(command)
  ahead = command.do === "moveTo" ? command.moment - Date.now() : ahead + command.ms
  // Jobs run by timers, so these are run here at once.
  await endMemberships(store, app.paymentContext.home())
  await remindMembers(store, app.paymentContext.home())
  await askForRatings(store)
}

/** Counts messages or photos as if the account had sent them. */
async function use({ email, kind, times }: Extract<Command, { do: "use" }>): Promise<void> {
  const [user] = await store.db.select().from(users).where(eq(users.email, email))
  for (let turn = 0; turn < times; turn++) await store.transaction((tx) => useAllowance(tx, user!.id, kind))
}
