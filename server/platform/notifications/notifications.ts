import { and, count, desc, eq, isNull, lte, type SQL, sql } from "drizzle-orm"
import type { Notification, NotificationKind } from "#contract/notifications.ts"
import type { PushKind } from "#contract/push.ts"
import { t } from "#contract/t.ts"
import { type Actor, assertSignedIn, type Person } from "../auth/actor.ts"
import { users } from "../auth/tables.ts"
import type { Tx } from "../db/store.ts"
import { filled, said, speaking } from "../languages.ts"
import { dayOf } from "../mail/letter.ts"
import { formatCents } from "../money.ts"
import { enqueuePush, type Preference } from "../push/outbox.ts"
import { notFound } from "../refusal.ts"
import { type NoticeValue, notifications } from "./tables.ts"

export interface NewNotification {
  kind: NotificationKind
  title: string
  body: string | ((...values: string[]) => string)
  /** The values of the body, which are written in the format of the reader. */
  values?: NoticeValue[]
  /** A path on this site. */
  link?: string
}

/** Returns the topic of the frames that are sent to every open page of an account. */
export const accountTopic = (userId: number) => `account:${userId}`

/** Notifies a person in the caller's transaction. Does nothing for null or a deleted account. */
export async function notify(tx: Tx, userId: number | null, input: NewNotification): Promise<void> {
  if (userId === null) return
  const isHere = and(eq(users.id, userId), isNull(users.deletedAt))
  const [user] = await tx.db.select({ language: users.language }).from(users).where(isHere)
  if (!user) return
  const columns = rowOf(input)
  const { kind, link } = columns
  const [row] = await tx.db
    .insert(notifications)
    .values({ userId, ...columns, createdAt: tx.now() })
    .returning()
  const notification = speaking(user.language, () => present(row!))
  tx.publish(accountTopic(userId), { type: "notice", notification })
  const preference = pushPreferences[kind]
  if (!preference) return
  const push = {
    tag: `notification-${row!.id}`,
    notificationId: row!.id,
    link: link ?? "/dashboard?tab=notifications",
  }
  await enqueuePush(tx, [{ userId, kind: kind as PushKind, preference, ...push }])
}

/** Returns the columns of a notification; its body is also stored in English, for nodes of the version before. */
export function rowOf({ kind, title, body, values = [], link }: NewNotification) {
  const about = { kind, title, link: link ?? null }
  if (typeof body === "string") return { ...about, body, message: null, values: null }
  return speaking("en", () => ({
    ...about,
    body: body(...values.map(written)),
    message: body(...values.map((_, n) => `{${n}}`)),
    values,
  }))
}

function written(value: NoticeValue): string {
  if (typeof value === "string") return value
  return "cents" in value ? formatCents(value.cents) : dayOf(new Date(value.day), value.zone)
}

/** The preferences that also send a notification to the person's browsers. */
const pushPreferences: Partial<Record<NotificationKind, Preference>> = {
  order_paid: "push_orders",
  order_shipped: "push_orders",
  order_cancelled: "push_orders",
  order_address_changed: "push_orders",
  payment_being_checked: "push_orders",
  refund_sent: "push_orders",
  return_changed: "push_orders",
  membership_bought: "push_memberships",
  membership_soon_over: "push_memberships",
  membership_over: "push_memberships",
  flagged_item: "tell_flagged",
  queue_waits: "tell_flagged",
  order_waits: "tell_orders",
  new_order: "tell_paid_orders",
  stock_low: "tell_stock",
  back_in_stock: "push_orders",
} satisfies Partial<Record<PushKind, Preference>>

export async function isRead(tx: Tx, id: number): Promise<boolean> {
  const [row] = await tx.db.select({ readAt: notifications.readAt }).from(notifications).where(eq(notifications.id, id))
  return row === undefined || row.readAt !== null
}

export async function listNotifications(tx: Tx, actor: Actor, { skip, limit }: { skip: number; limit: number }) {
  assertSignedIn(actor)
  const mine = eq(notifications.userId, actor.id)
  const rows = await tx.db
    .select()
    .from(notifications)
    .where(mine)
    .orderBy(desc(notifications.id))
    .limit(limit)
    .offset(skip)
  const [counted] = await tx.db
    .select({ total: count(), unread: sql<number>`count(*) filter (where ${notifications.readAt} is null)::int` })
    .from(notifications)
    .where(mine)
  return { items: rows.map(present), ...counted! }
}

/** Marks notifications up to `id` as read, but no later ones. Returns the number of unread ones after it. */
export async function readUpTo(tx: Tx, actor: Actor, id: number): Promise<number> {
  assertSignedIn(actor)
  return read(tx, actor, lte(notifications.id, id))
}

/** Returns the number of unread ones after it. */
export async function readOne(tx: Tx, actor: Actor, id: number): Promise<number> {
  assertSignedIn(actor)
  const mine = and(eq(notifications.userId, actor.id), eq(notifications.id, id))
  const [row] = await tx.db.select({ id: notifications.id }).from(notifications).where(mine)
  if (!row) throw notFound(t`Notification not found`)
  return read(tx, actor, eq(notifications.id, id))
}

/** Marks the notifications as read that link to a page that has now been opened. */
export async function readAbout(tx: Tx, userId: number, link: string): Promise<void> {
  const about = and(eq(notifications.userId, userId), isNull(notifications.readAt), eq(notifications.link, link))
  const done = await tx.db
    .update(notifications)
    .set({ readAt: tx.now() })
    .where(about)
    .returning({ id: notifications.id })
  if (done.length > 0) tx.publish(accountTopic(userId), { type: "notice", notification: null })
}

async function read(tx: Tx, actor: Person, which: SQL): Promise<number> {
  const unread = and(eq(notifications.userId, actor.id), isNull(notifications.readAt))
  await tx.db.update(notifications).set({ readAt: tx.now() }).where(and(unread, which))
  tx.publish(accountTopic(actor.id), { type: "notice", notification: null })
  const [left] = await tx.db.select({ unread: count() }).from(notifications).where(unread)
  return left!.unread
}

/** Presents a notification in the language of its reader. */
export function present(row: typeof notifications.$inferSelect): Notification {
  return {
    id: row.id,
    kind: row.kind,
    title: said(row.title),
    body: row.message === null ? said(row.body) : filled(row.message, row.values!.map(written)),
    link: row.link,
    created_at: row.createdAt.toISOString(),
    read_at: row.readAt?.toISOString() ?? null,
  }
}
