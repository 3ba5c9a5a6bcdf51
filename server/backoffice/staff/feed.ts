import { and, desc, eq, inArray, lt, notInArray, type SQL, sql } from "drizzle-orm"
import type { Activity, ActivityQuery, ActivityType } from "#contract/admin.ts"
import { activityTitles } from "#contract/adminText.ts"
import { t } from "#contract/t.ts"
import { type Actor, assertAdmin, assertSteppedUp, type Person } from "../../platform/auth/actor.ts"
import { namesOf } from "../../platform/auth/people.ts"
import { type Batches, inBatches } from "../../platform/db/batches.ts"
import { countOf } from "../../platform/db/counting.ts"
import type { Tx } from "../../platform/db/store.ts"
import { said } from "../../platform/languages.ts"
import { reasonIn } from "../../platform/moderation/reasons.ts"
import { formatCents } from "../../platform/money.ts"
import { activities } from "../../platform/records/tables.ts"
import { orderItems } from "../../sales/orders/tables.ts"
import { maySeeMoney } from "./stats.ts"

type Row = typeof activities.$inferSelect

/** Lists recent activity, newest first: payments only for admins of money, critical items only for super admins. */
export async function recentActivity(tx: Tx, actor: Actor, { skip, limit, type }: ActivityQuery) {
  assertAdmin(actor)
  const where = openTo(actor, type)
  const page = tx.db.select({ id: activities.id }).from(activities).where(where).orderBy(desc(activities.id))
  const rows = await tx.db
    .select()
    .from(activities)
    .where(sql`${activities.id} in (${page.limit(limit).offset(skip)})`)
    .orderBy(desc(activities.id))
  const total = await countOf(tx, `activities ${actor.adminType} ${type}`, sql`${activities} where ${where}`)
  return { activities: await present(tx, rows), total }
}

export function exportActivity(tx: Tx, actor: Actor, { type }: ActivityQuery): Batches<Activity> {
  assertAdmin(actor)
  assertSteppedUp(actor, tx.now())
  const where = openTo(actor, type)
  return inBatches(async (before, limit) => {
    const older = before === null ? undefined : lt(activities.id, before)
    const rows = await tx.db
      .select()
      .from(activities)
      .where(and(where, older))
      .orderBy(desc(activities.id))
      .limit(limit)
    return present(tx, rows)
  })
}

const money: ActivityType[] = ["subscription", "payment", "order", "model_purchase"]

function openTo(actor: Person, type: ActivityType | undefined): SQL {
  return and(
    type ? eq(activities.type, type) : undefined,
    maySeeMoney(actor) ? undefined : notInArray(activities.type, money),
    actor.adminType === "super_admin" ? sql`true` : sql`not ${activities.critical}`,
  )!
}

async function present(tx: Tx, rows: Row[]): Promise<Activity[]> {
  const names = await namesOf(
    tx,
    rows.map(({ userId }) => userId),
  )
  const bought = await boughtIn(
    tx,
    rows.map(({ type, subjectId }) => (type === "model_purchase" ? subjectId : null)),
  )
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    title: said(activityTitles[row.type]),
    message: messageOf(row, names.get(row.userId ?? 0) ?? t`Someone`, bought.get(row.subjectId ?? 0) ?? ""),
    time: row.createdAt.toISOString(),
    link: row.type === "user_registration" && row.userId ? `/admin/customer/${row.userId}` : links[row.type],
  }))
}

const links: Record<ActivityType, string> = {
  subscription: "/admin?tab=subscriptions",
  moderator: "/admin?tab=moderators",
  flagged: "/admin?tab=flagged",
  order: "/admin?tab=orders",
  user_registration: "/staff-dashboard?tab=user-management",
  payment: "/admin?tab=payments",
  model_purchase: "/admin?tab=orders",
  moderator_created: "/admin?tab=moderators",
  message_flagged: "/admin?tab=flagged",
}

function messageOf({ type, detail, amountCents }: Row, name: string, bought: string): string {
  const amount = formatCents(amountCents ?? 0)
  switch (type) {
    case "user_registration":
      return t`${name} created an account.`
    case "subscription": {
      const [level, days = "30"] = (detail ?? "").toUpperCase().split(" ")
      return t`${name} bought ${level} for ${days} days (${amount}).`
    }
    case "order":
      return t`${name} placed order ${detail} (${amount}).`
    case "model_purchase":
      return t`${bought || t`A model`} sold: order ${detail} was paid (${amount}).`
    case "payment":
      return t`${amount} from ${name}.`
    case "moderator_created":
      return t`${name} joined as a moderator.`
    case "moderator":
      return `${name}: ${detail}.`
    case "message_flagged":
    case "flagged":
      return reasonIn(detail ?? "")
  }
}

async function boughtIn(tx: Tx, ids: (number | null)[]): Promise<Map<number, string>> {
  const known = [...new Set(ids.filter((id) => id !== null))]
  if (known.length === 0) return new Map()
  const lines = await tx.db.select().from(orderItems).where(inArray(orderItems.orderId, known)).orderBy(orderItems.id)
  const byOrder = Map.groupBy(lines, ({ orderId }) => orderId)
  const told = (name: string, quantity: number) => (quantity > 1 ? `${quantity} × ${name}` : name)
  return new Map(
    [...byOrder].map(([id, items]) => [id, items.map(({ name, quantity }) => told(name, quantity)).join(", ")]),
  )
}
