import { desc, eq } from "drizzle-orm"
import { mailOutbox } from "#server/platform/mail/tables.ts"
import type { TestShop } from "./shop.ts"

export const password = "Turned-Brass-7"
let count = 0

/** Visitors who use the API: they register, sign in and read their emails. */
export function visitorsOf(shop: TestShop) {
  const visitors = {
    async register(fields: object = {}) {
      const email = `visitor${++count}@demo.example`
      const body = { email, password, full_name: "Vera Visitor", region: "eu", ...fields }
      return { email, answer: await shop.call("POST /api/auth/register", { body }) }
    },
    signIn(email: string, given = password, fields: object = {}) {
      return shop.call("POST /api/auth/login", { body: { email, password: given, ...fields } })
    },
    /** Registers and signs in. */
    async aCustomer() {
      const { email } = await visitors.register()
      const { body } = await visitors.signIn(email)
      return { email, token: body.access_token as string, id: body.user.id as number }
    },
    /** Newest first. */
    emailsTo(email: string) {
      return shop.app.store.db
        .select()
        .from(mailOutbox)
        .where(eq(mailOutbox.toAddress, email))
        .orderBy(desc(mailOutbox.id))
    },
    async kindsTo(email: string) {
      return (await visitors.emailsTo(email)).map(({ kind }) => kind)
    },
    /** Returns the code in the newest email to an address. */
    async codeFor(email: string) {
      const [newest] = await visitors.emailsTo(email)
      return /oob_code=([\w-]+)/.exec(newest?.bodyText ?? "")?.[1] ?? "no-code-in-this-email"
    },
    async statusOf(token: string) {
      return (await shop.call("GET /api/auth/me", { as: token })).status
    },
  }
  return visitors
}
