import { eq } from "drizzle-orm"
import type { EditPreferences, Preferences } from "#contract/accounts.ts"
import * as newsletter from "../contact/newsletter.ts"
import type { Store, Tx } from "../db/store.ts"
import { type Actor, assertSignedIn } from "./actor.ts"
import type { House } from "./house.ts"
import { ownRow } from "./people.ts"
import { preferences, type users } from "./tables.ts"

type Account = Pick<typeof users.$inferSelect, "id" | "email" | "emailVerifiedAt">
type Stored = Omit<Preferences, "mail_orders" | "mail_news">

const defaults: Stored = {
  mail_membership_reminders: true,
  mail_new_sign_in: true,
  browser_notifications: false,
  sound: true,
  text_previews: false,
  tell_messages: true,
  tell_flagged: true,
}

export async function ownPreferences(tx: Tx, actor: Actor): Promise<Preferences> {
  assertSignedIn(actor)
  return preferencesOf(tx, await ownRow(tx, actor))
}

/** Whether the newsletter goes to an address is told to, and changed for, only who has confirmed that it is theirs. */
export async function preferencesOf(tx: Tx, account: Account): Promise<Preferences> {
  const reads = account.emailVerifiedAt !== null && (await newsletter.isReader(tx, account.email))
  return { mail_orders: true, mail_news: reads, ...(await stored(tx, account.id)) }
}

export async function editPreferences(
  store: Store,
  actor: Actor,
  input: EditPreferences,
  house: House,
): Promise<Preferences> {
  assertSignedIn(actor)
  const account = await ownRow(store, actor)
  if (input.mail_news !== undefined) await setNews(store, account, input.mail_news, house)
  return store.transaction(async (tx) => {
    const changes = {
      mailMembershipReminders: input.mail_membership_reminders,
      mailNewSignIn: input.mail_new_sign_in,
      browserNotifications: input.browser_notifications,
      sound: input.sound,
      textPreviews: input.text_previews,
      tellMessages: input.tell_messages,
      tellFlagged: input.tell_flagged,
      updatedAt: tx.now(),
    }
    await tx.db
      .insert(preferences)
      .values({ userId: actor.id, ...changes })
      .onConflictDoUpdate({ target: preferences.userId, set: changes })
    return preferencesOf(tx, account)
  })
}

/** Asked before a letter or notice that people may do without. */
export async function wants(tx: Tx, userId: number, what: keyof Stored): Promise<boolean> {
  return (await stored(tx, userId))[what]
}

async function stored(tx: Tx, userId: number): Promise<Stored> {
  const [row] = await tx.db.select().from(preferences).where(eq(preferences.userId, userId))
  if (!row) return defaults
  return {
    mail_membership_reminders: row.mailMembershipReminders,
    mail_new_sign_in: row.mailNewSignIn,
    browser_notifications: row.browserNotifications,
    sound: row.sound,
    text_previews: row.textPreviews,
    tell_messages: row.tellMessages,
    tell_flagged: row.tellFlagged,
  }
}

/** A confirmed address joins at once; any other is asked by letter, as everybody is. */
async function setNews(store: Store, { email, emailVerifiedAt }: Account, on: boolean, house: House): Promise<void> {
  if (!emailVerifiedAt) return on ? newsletter.subscribe(store, { email }, house) : undefined
  await store.transaction((tx) => (on ? newsletter.join(tx, email, house) : newsletter.leave(tx, email)))
}
