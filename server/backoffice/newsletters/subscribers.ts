import { and, eq, gte, type SQL, sql } from "drizzle-orm"
import { newsletterAdminTexts, type Subscriber, type SubscribersQuery } from "#contract/newsletters.ts"
import { leave } from "../../people/newsletter/newsletter.ts"
import { newsletterSubscribers as subscribers } from "../../people/newsletter/tables.ts"
import { type Actor, assertAdmin, assertSteppedUp } from "../../platform/auth/actor.ts"
import { users } from "../../platform/auth/tables.ts"
import { type Batches, inBatches } from "../../platform/db/batches.ts"
import { after, inOrder, type Order } from "../../platform/db/pagination.ts"
import { searchPattern } from "../../platform/db/search.ts"
import type { Tx } from "../../platform/db/store.ts"
import type { Column } from "../../platform/http/csv.ts"
import { audit } from "../../platform/records/audit.ts"
import { notFound, Refusal } from "../../platform/refusal.ts"
import { countryOf, languageOf, levelOf, ofReader } from "./audience.ts"

const sorts: Record<SubscribersQuery["sort"], Order> = {
  newest: { by: subscribers.createdAt, down: true },
  oldest: { by: subscribers.createdAt },
}

/** Lists everybody who has asked for the newsletter, former readers included. */
export async function listSubscribers(
  tx: Tx,
  actor: Actor,
  query: SubscribersQuery,
): Promise<{ items: Subscriber[]; total: number }> {
  assertAdmin(actor, "content_admin")
  const where = filterOf(tx, query)
  const rows = await select(tx, where)
    .orderBy(...inOrder(subscribers, sorts[query.sort]))
    .limit(query.limit)
    .offset(query.skip)
  const [all] = await tx.db
    .select({ total: sql<number>`count(*)::int` })
    .from(subscribers)
    .leftJoin(users, ofReader)
    .where(where)
  return { items: rows.map(present), total: all!.total }
}

export function exportSubscribers(tx: Tx, actor: Actor, query: SubscribersQuery): Batches<Subscriber> {
  assertAdmin(actor, "content_admin")
  assertSteppedUp(actor, tx.now())
  const order = sorts[query.sort]
  return inBatches(async (before, limit) => {
    const rows = await select(tx, and(filterOf(tx, query), after(subscribers, order, before)))
      .orderBy(...inOrder(subscribers, order))
      .limit(limit)
    return rows.map(present)
  })
}

/** The columns of the file, which an import reads. */
export const subscriberColumns: Column<Subscriber>[] = [
  { name: "email", of: (row) => row.email },
  { name: "state", of: (row) => row.state },
  { name: "language", of: (row) => row.language },
  { name: "country", of: (row) => row.country },
  { name: "level", of: (row) => row.level },
  { name: "source", of: (row) => row.source },
  { name: "created_at", of: (row) => row.created_at },
  { name: "confirmed_at", of: (row) => row.confirmed_at },
  { name: "ended_at", of: (row) => row.ended_at },
]

/** Ends a subscription for somebody who asked for it in another way. */
export async function unsubscribeReader(tx: Tx, actor: Actor, id: number): Promise<void> {
  assertAdmin(actor, "content_admin")
  const [row] = await tx.db.select().from(subscribers).where(eq(subscribers.id, id)).for("update")
  if (!row) throw notFound(newsletterAdminTexts.unknownReader)
  if (row.state !== "confirmed" && row.state !== "pending") {
    throw new Refusal("WRONG_STATE", newsletterAdminTexts.hasLeft)
  }
  await leave(tx, row.email)
  await audit(tx, actor, {
    action: "subscriber.unsubscribe",
    target: { kind: "subscriber", id },
    before: { state: row.state },
    after: { state: "unsubscribed" },
  })
}

function filterOf(tx: Tx, { q, state, language, country, level, since }: SubscribersQuery): SQL | undefined {
  return and(
    q ? sql`${subscribers.email} ~ ${searchPattern(q)}` : undefined,
    state ? eq(subscribers.state, state) : undefined,
    language ? sql`${languageOf} = ${language}` : undefined,
    country ? sql`${countryOf} = ${country}` : undefined,
    level ? sql`${levelOf(tx.now())} = ${level}` : undefined,
    since ? gte(subscribers.createdAt, new Date(`${since}T00:00:00Z`)) : undefined,
  )
}

const select = (tx: Tx, where: SQL | undefined) =>
  tx.db
    .select({
      id: subscribers.id,
      email: subscribers.email,
      state: subscribers.state,
      language: languageOf,
      country: countryOf,
      level: levelOf(tx.now()),
      source: subscribers.source,
      createdAt: subscribers.createdAt,
      confirmedAt: subscribers.confirmedAt,
      unsubscribedAt: subscribers.unsubscribedAt,
      userId: users.id,
      role: users.role,
    })
    .from(subscribers)
    .leftJoin(users, ofReader)
    .where(where)

type Row = Awaited<ReturnType<typeof select>>[number]

function present({ createdAt, confirmedAt, unsubscribedAt, userId, role, ...row }: Row): Subscriber {
  return {
    ...row,
    created_at: createdAt.toISOString(),
    confirmed_at: confirmedAt?.toISOString() ?? null,
    ended_at: unsubscribedAt?.toISOString() ?? null,
    user_id: role === "user" ? userId : null,
  }
}
