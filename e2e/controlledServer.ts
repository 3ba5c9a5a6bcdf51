import { eq } from "drizzle-orm"
import { askForRatings } from "#server/backoffice/desk/ratings.ts"
import { useAllowance } from "#server/people/membership/allowance.ts"
import { endMemberships, remindMembers } from "#server/people/membership/reminders.ts"
import { users } from "#server/platform/auth/tables.ts"
import { byName } from "#server/platform/http/origin.ts"
import { readSettings } from "#server/platform/settings.ts"
import { buildApp } from "#server/start/app.ts"
import { startJobs } from "#server/start/startJobs.ts"

/** What a journey may ask of the shop it started, over the channel between the two processes and no other way. */
export type Wish =
  | { do: "advance"; ms: number }
  /** `moment` by the shop's own clock, in milliseconds since 1970: whatever moved it before. */
  | { do: "moveTo"; moment: number }
  | { do: "use"; email: string; kind: "messages" | "photos"; times: number }

/** The shop as server/main.ts opens it, with a clock that a journey can put forward. */
let ahead = 0
const app = await buildApp(readSettings(process.env), { clock: { now: () => new Date(Date.now() + ahead) } })
const { http, settings, store } = app
console.log(`Vitrine is open at ${byName(await http.listen({ port: settings.port, host: settings.host }))}`)
startJobs(app)

process.on("SIGTERM", () => void app.close().then(() => process.exit(0)))
process.on("message", ({ id, wish }: { id: number; wish: Wish }) => {
  fulfil(wish).then(
    () => process.send?.({ id }),
    (error: Error) => process.send?.({ id, error: error.message }),
  )
})

async function fulfil(wish: Wish): Promise<void> {
  if (wish.do === "use") return use(wish)
  ahead = wish.do === "moveTo" ? wish.moment - Date.now() : ahead + wish.ms
  // The jobs follow a clock of their own; here they are not waited for.
  await endMemberships(store, app.paymentContext.home())
  await remindMembers(store, app.paymentContext.home())
  await askForRatings(store)
}

/** What sending messages will do. */
async function use({ email, kind, times }: Extract<Wish, { do: "use" }>): Promise<void> {
  const [user] = await store.db.select().from(users).where(eq(users.email, email))
  for (let turn = 0; turn < times; turn++) await store.transaction((tx) => useAllowance(tx, user!.id, kind))
}
