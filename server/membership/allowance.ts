import { and, eq, gt, isNull, lte, or, sql } from "drizzle-orm"
import { membershipTexts } from "#contract/buyingText.ts"
import { type PaidLevel, tierOf, tiers } from "#contract/membership.ts"
import type { AccessStatus, AllowanceKind } from "#contract/memberships.ts"
import { modelTexts } from "#contract/texts.ts"
import { type Actor, assertSignedIn, type Person } from "../accounts/actor.ts"
import { ownRow } from "../accounts/people.ts"
import { stageOf } from "../accounts/present.ts"
import { users } from "../accounts/tables.ts"
import { after } from "../clock.ts"
import type { Tx } from "../db/store.ts"
import { Refusal } from "../refusal.ts"
import { lockMember, queueOf } from "./ledger.ts"
import { periodLength, stages } from "./periods.ts"
import { allowanceUses, membershipPeriods } from "./tables.ts"

/**
 * Takes one of the allowance of the period that runs now, or refuses. The count and its limit are one statement: however many
 * ask at once, no more than the limit are let through. Take it before the room's lock.
 */
export async function useAllowance(tx: Tx, userId: number, kind: AllowanceKind): Promise<void> {
  const running = (await runningPeriod(tx, userId)) ?? (await writeDownAndRead(tx, userId))
  if (!running) throw new Refusal("MEMBERS_ONLY", modelTexts.chatNeedsMembership)
  const limit = tierOf(running.level)[kind]
  const [taken] = await tx.db
    .insert(allowanceUses)
    .values({ periodId: running.id, turn: running.turn, kind, used: 1 })
    .onConflictDoUpdate({
      target: [allowanceUses.periodId, allowanceUses.turn, allowanceUses.kind],
      set: { used: sql`${allowanceUses.used} + 1` },
      setWhere: limit === null ? undefined : sql`${allowanceUses.used} < ${limit}`,
    })
    .returning()
  if (taken) return
  throw usedUp(running.endsAt.toISOString())
}

/**
 * The same for many people within a larger statement: of the rows of `source` (user_id, kind; nobody twice), `served` are those
 * who got one. Whoever is missing, as with the first of a period, is asked by `useAllowance`, which says why. `now` is a timestamptz.
 */
export const servingAllowances = (source: string, now: string) => `
  asked as (
    select s.user_id, s.kind, coalesce(p.part_of, p.id) as period_id,
      case when p.ends_at is null
        then greatest(0, floor(extract(epoch from ${now} - p.starts_at) * 1000 / ${periodLength}))::int else 0 end as turn,
      case s.kind when 'photos' then ${mostOf("photos")} else ${mostOf("messages")} end as most
    from ${source} s
    join membership_periods p on p.user_id = s.user_id and p.revoked_at is null and p.starts_at <= ${now}
      and (p.ends_at is null or p.ends_at > ${now})
    order by period_id, turn, s.kind
  ), served as (
    update allowance_uses u set used = u.used + 1 from asked a
    where u.period_id = a.period_id and u.turn = a.turn and u.kind = a.kind and (a.most is null or u.used < a.most)
    returning a.user_id
  )`

const mostOf = (kind: AllowanceKind) =>
  `case p.level ${tiers.map((tier) => `when '${tier.level}' then ${tier[kind] ?? "null::int"}`).join(" ")} end`

/** Throws as `useAllowance` would now, and takes nothing: before work that would be for nothing. */
export async function assertAllowanceLeft(tx: Tx, person: Person, kind: AllowanceKind): Promise<void> {
  const { allowance } = await accessStatus(tx, person)
  const { limit, used } = allowance[kind]
  if (limit !== null && used >= limit) throw usedUp(allowance.period_ends_at)
}

const usedUp = (period_ends_at: string | null) =>
  new Refusal("ALLOWANCE_USED", membershipTexts.used, { extra: { period_ends_at } })

/** What the person may do in the chat and in the film room, and what is left of the period. */
export async function accessStatus(tx: Tx, actor: Actor): Promise<AccessStatus> {
  assertSignedIn(actor)
  const unlimited = { limit: null, used: 0 }
  if (actor.role !== "user") {
    // An admin reads along, and does not write.
    return {
      can_send_messages: actor.role === "moderator",
      can_watch_videos: true,
      allowance: { messages: unlimited, photos: unlimited, period_ends_at: null },
      upcoming: [],
    }
  }
  const running = (await runningPeriod(tx, actor.id)) ?? (await grantedPeriod(tx, actor.id))
  if (!running) {
    const none = { limit: 0, used: 0 }
    return {
      can_send_messages: false,
      can_watch_videos: false,
      allowance: { messages: none, photos: none, period_ends_at: null },
      upcoming: [],
    }
  }
  const tier = tierOf(running.level)
  const used = await usedOf(tx, running)
  return {
    can_send_messages: tier.messages === null || used.messages < tier.messages,
    can_watch_videos: running.level === "vip" || running.level === "vvip",
    allowance: {
      messages: { limit: tier.messages, used: used.messages },
      photos: { limit: tier.photos, used: used.photos },
      period_ends_at: running.endsAt.toISOString(),
    },
    upcoming: await upcoming(tx, actor),
  }
}

async function upcoming(tx: Tx, actor: Person): Promise<AccessStatus["upcoming"]> {
  const levels = stages(await queueOf(tx, await ownRow(tx, actor)))
  return levels.slice(1).map(({ level, endsAt }, index) => ({
    level,
    starts_at: levels[index]!.endsAt!.toISOString(),
    ends_at: endsAt?.toISOString() ?? null,
  }))
}

interface Running {
  id: number
  level: PaidLevel
  turn: number
  startsAt: Date
  endsAt: Date
}

/** From when to when an allowance counts now; null without a level. */
export async function currentPeriod(tx: Tx, userId: number): Promise<Pick<Running, "startsAt" | "endsAt"> | null> {
  return (await runningPeriod(tx, userId)) ?? grantedPeriod(tx, userId)
}

/** The bought period that counts, together with the time converted into it: they are one, and have one allowance. */
async function runningPeriod(tx: Tx, userId: number): Promise<Running | null> {
  const now = tx.now()
  const { level, startsAt, endsAt } = membershipPeriods
  const [row] = await tx.db
    .select({
      id: sql<number>`coalesce(membership_periods.part_of, membership_periods.id)`,
      level,
      startsAt,
      endsAt,
      wholeEndsAt: sql<string | null>`(
        select max(part.ends_at) from membership_periods part
        where part.part_of = coalesce(membership_periods.part_of, membership_periods.id) and part.revoked_at is null
      )`,
    })
    .from(membershipPeriods)
    .where(
      and(
        eq(membershipPeriods.userId, userId),
        isNull(membershipPeriods.revokedAt),
        lte(startsAt, now),
        or(isNull(endsAt), gt(endsAt, now)),
      ),
    )
    .limit(1)
  if (!row) return null
  if (row.endsAt === null) return { id: row.id, level: row.level, ...turnOf(row.startsAt, now) }
  const wholeEndsAt = row.wholeEndsAt === null ? 0 : Date.parse(row.wholeEndsAt)
  return {
    id: row.id,
    level: row.level,
    turn: 0,
    startsAt: row.startsAt,
    endsAt: new Date(Math.max(+row.endsAt, wholeEndsAt)),
  }
}

/** A level that came without a payment gets its line in the ledger with its first use. */
async function writeDownAndRead(tx: Tx, userId: number): Promise<Running | null> {
  const member = await lockMember(tx, userId)
  return member && member.queue.length > 0 ? runningPeriod(tx, userId) : null
}

async function grantedPeriod(tx: Tx, userId: number): Promise<Running | null> {
  const now = tx.now()
  const [user] = await tx.db.select().from(users).where(eq(users.id, userId))
  const { level, endsAt } = stageOf(user!, now)
  if (level === "free") return null
  const turn = turnOf(user!.createdAt, now)
  return { id: 0, level, ...(endsAt ? { turn: 0, startsAt: turn.startsAt, endsAt } : turn) }
}

/** Time without an end has its allowance anew every thirty days. */
function turnOf(startsAt: Date, now: Date): Pick<Running, "turn" | "startsAt" | "endsAt"> {
  const turn = Math.max(0, Math.floor((+now - +startsAt) / periodLength))
  return {
    turn,
    startsAt: after(startsAt, turn * periodLength),
    endsAt: after(startsAt, (turn + 1) * periodLength),
  }
}

async function usedOf(tx: Tx, { id, turn }: Running): Promise<Record<AllowanceKind, number>> {
  const rows = await tx.db
    .select({ kind: allowanceUses.kind, used: allowanceUses.used })
    .from(allowanceUses)
    .where(and(eq(allowanceUses.periodId, id), eq(allowanceUses.turn, turn)))
  const of = (kind: AllowanceKind) => rows.find((row) => row.kind === kind)?.used ?? 0
  return { messages: of("messages"), photos: of("photos") }
}
