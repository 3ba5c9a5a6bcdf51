import { eq } from "drizzle-orm"
import type { EditPreferences, Preferences } from "#contract/accounts.ts"
import { defaultAlerts } from "#contract/preferences.ts"
import { type Actor, assertSignedIn } from "../../platform/auth/actor.ts"
import { ownRow } from "../../platform/auth/people.ts"
import { preferences, type users } from "../../platform/auth/tables.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import type { RequestContext } from "../../platform/http/requestContext.ts"
import * as newsletter from "../newsletter/newsletter.ts"

type Account = Pick<typeof users.$inferSelect, "id" | "email" | "emailVerifiedAt">
type Stored = Omit<Preferences, "mail_orders" | "mail_news">

const defaults: Stored = {
  mail_membership_reminders: true,
  mail_reviews: true,
  mail_new_sign_in: true,
  ...defaultAlerts,
  mail_waiting_orders: false,
  mail_paid_orders: false,
  digest_paid_orders: null,
  mail_stock: false,
  mail_flagged: false,
  push_messages: true,
  push_orders: true,
  push_memberships: true,
}

export async function ownPreferences(tx: Tx, actor: Actor): Promise<Preferences> {
  assertSignedIn(actor)
  return preferencesOf(tx, await ownRow(tx, actor))
}

/** The newsletter setting of an address is shown to, and changed by, only an account that has confirmed the address. */
export async function preferencesOf(tx: Tx, account: Account): Promise<Preferences> {
  const reads = account.emailVerifiedAt !== null && (await newsletter.isReader(tx, account.email))
  return { mail_orders: true, mail_news: reads, ...(await stored(tx, account.id)) }
}

export async function editPreferences(
  store: Store,
  actor: Actor,
  input: EditPreferences,
  context: RequestContext,
): Promise<Preferences> {
  assertSignedIn(actor)
  const account = await ownRow(store, actor)
  if (input.mail_news !== undefined) await setNews(store, account, input.mail_news, context)
  return store.transaction(async (tx) => {
    const changes = {
      mailMembershipReminders: input.mail_membership_reminders,
      mailReviews: input.mail_reviews,
      mailNewSignIn: input.mail_new_sign_in,
      browserNotifications: input.browser_notifications,
      sound: input.sound,
      textPreviews: input.text_previews,
      tellMessages: input.tell_messages,
      tellFlagged: input.tell_flagged,
      tellOrders: input.tell_orders,
      tellPaidOrders: input.tell_paid_orders,
      mailPaidOrders: input.mail_paid_orders,
      digestPaidOrders: input.digest_paid_orders,
      tellStock: input.tell_stock,
      mailStock: input.mail_stock,
      mailWaitingOrders: input.mail_waiting_orders,
      mailFlagged: input.mail_flagged,
      pushMessages: input.push_messages,
      pushOrders: input.push_orders,
      pushMemberships: input.push_memberships,
      updatedAt: tx.now(),
    }
    await tx.db
      .insert(preferences)
      .values({ userId: actor.id, ...changes })
      .onConflictDoUpdate({ target: preferences.userId, set: changes })
    return preferencesOf(tx, account)
  })
}

/** Checked before an optional email or notification is sent. */
export async function wants(
  tx: Tx,
  userId: number,
  what: Exclude<keyof Stored, "digest_paid_orders">,
): Promise<boolean> {
  return (await stored(tx, userId))[what]
}

async function stored(tx: Tx, userId: number): Promise<Stored> {
  const [row] = await tx.db.select().from(preferences).where(eq(preferences.userId, userId))
  if (!row) return defaults
  return {
    mail_membership_reminders: row.mailMembershipReminders,
    mail_reviews: row.mailReviews,
    mail_new_sign_in: row.mailNewSignIn,
    browser_notifications: row.browserNotifications,
    sound: row.sound,
    text_previews: row.textPreviews,
    tell_messages: row.tellMessages,
    tell_flagged: row.tellFlagged,
    tell_orders: row.tellOrders,
    tell_paid_orders: row.tellPaidOrders,
    mail_paid_orders: row.mailPaidOrders,
    digest_paid_orders: row.digestPaidOrders,
    tell_stock: row.tellStock,
    mail_stock: row.mailStock,
    mail_waiting_orders: row.mailWaitingOrders,
    mail_flagged: row.mailFlagged,
    push_messages: row.pushMessages,
    push_orders: row.pushOrders,
    push_memberships: row.pushMemberships,
  }
}

/** Subscribes a confirmed address at once; any other has to confirm by email, as without an account. */
async function setNews(
  store: Store,
  { email, emailVerifiedAt }: Account,
  on: boolean,
  context: RequestContext,
): Promise<void> {
  if (!emailVerifiedAt) return on ? newsletter.subscribe(store, { email }, context) : undefined
  await store.transaction((tx) => (on ? newsletter.join(tx, email, context) : newsletter.leave(tx, email)))
}
