import { and, eq, gt, inArray, isNull, lte, or, sql } from "drizzle-orm"
import { membershipTexts } from "#contract/buyingText.ts"
import type { PaidLevel } from "#contract/membership.ts"
import type { AccessStatus, AllowanceKind } from "#contract/memberships.ts"
import { modelTexts } from "#contract/texts.ts"
import { type Actor, assertSignedIn, type Person } from "../../platform/auth/actor.ts"
import { ownRow } from "../../platform/auth/people.ts"
import { stageOf } from "../../platform/auth/present.ts"
import { users } from "../../platform/auth/tables.ts"
import { after } from "../../platform/clock.ts"
import type { Tx } from "../../platform/db/store.ts"
import { Refusal } from "../../platform/refusal.ts"
import { lockMember, queueOf } from "./ledger.ts"
import { allowanceIdOf, type Leftovers, type Period, periodLength, stages } from "./periods.ts"
import { promisedId, type Terms, type TermsRow, termsOf } from "./plans.ts"
import { allowanceUses, membershipPeriods, planTerms } from "./tables.ts"

/**
 * Uses one unit of the current period's allowance, or throws. The check and the increment are one statement, so that
 * concurrent calls cannot exceed the limit. Call it before taking the room's lock.
 */
export async function useAllowance(tx: Tx, userId: number, kind: AllowanceKind): Promise<void> {
  const running = (await runningPeriod(tx, userId)) ?? (await writeDownAndRead(tx, userId))
  if (!running) throw new Refusal("MEMBERS_ONLY", modelTexts.chatNeedsMembership)
  const limit = running.limits[kind]
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
  throw usedUp(kind, running.endsAt.toISOString())
}

/**
 * SQL that uses allowances of many people within a larger statement: of the rows of `source` (user_id, kind; no user
 * twice), `served` has those that were granted a unit. For any other, such as the first use in a period, call
 * `useAllowance`, which gives the reason. `now` is a timestamptz.
 */
export const servingAllowances = (source: string, now: string) => `
  asked as (
    select s.user_id, s.kind, coalesce(p.part_of, p.id) as period_id,
      case when p.ends_at is null
        then greatest(0, floor(extract(epoch from ${now} - p.starts_at) * 1000 / ${periodLength}))::int
          else 0 end as turn,
      case s.kind when 'photos' then terms.photos + kept.photos else terms.messages + kept.messages end as most
    from ${source} s
    join membership_periods p on p.user_id = s.user_id and p.revoked_at is null and p.starts_at <= ${now}
      and (p.ends_at is null or p.ends_at > ${now})
    join plan_terms terms on terms.id = ${promisedId("p")}
    cross join lateral (
      select coalesce(sum(part.extra_messages), 0)::int as messages, coalesce(sum(part.extra_photos), 0)::int as photos
      from membership_periods part where part.part_of = coalesce(p.part_of, p.id) and part.revoked_at is null
    ) kept
    order by period_id, turn, s.kind
  ), served as (
    update allowance_uses u set used = u.used + 1 from asked a
    where u.period_id = a.period_id and u.turn = a.turn and u.kind = a.kind and (a.most is null or u.used < a.most)
    returning a.user_id
  )`

/** Throws as `useAllowance` would now, without using a unit. Use it before expensive work. */
export async function assertAllowanceLeft(tx: Tx, person: Person, kind: AllowanceKind): Promise<void> {
  const { allowance } = await accessStatus(tx, person)
  const { limit, used } = allowance[kind]
  if (limit !== null && used >= limit) throw usedUp(kind, allowance.period_ends_at)
}

const usedUp = (kind: AllowanceKind, period_ends_at: string | null) =>
  new Refusal("ALLOWANCE_USED", kind === "photos" ? membershipTexts.photosUsed : membershipTexts.used, {
    extra: { period_ends_at },
  })

/** Returns what the person may do in the chat, whether they may watch videos, and the rest of the allowance. */
export async function accessStatus(tx: Tx, actor: Actor): Promise<AccessStatus> {
  assertSignedIn(actor)
  const unlimited = { limit: null, used: 0 }
  if (actor.role !== "user") {
    // Admins read chats but do not write.
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
  const { limits } = running
  const used = await usedOf(tx, running)
  return {
    can_send_messages: limits.messages === null || used.messages < limits.messages,
    can_watch_videos: running.level === "vip" || running.level === "vvip",
    allowance: {
      messages: { limit: limits.messages, used: used.messages },
      photos: { limit: limits.photos, used: used.photos },
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
  terms: TermsRow
  /** The limits that were promised, plus the remaining allowance of lower periods that were converted into this one. */
  limits: { messages: number | null; photos: number }
  startsAt: Date
  endsAt: Date
}

/** Returns the period in which an allowance counts now; null without a level. */
export async function currentPeriod(tx: Tx, userId: number): Promise<Pick<Running, "startsAt" | "endsAt"> | null> {
  return (await runningPeriod(tx, userId)) ?? grantedPeriod(tx, userId)
}

/** Returns the terms that were promised with the member's current period; null without a level. */
export async function promisedPeriod(tx: Tx, userId: number): Promise<TermsRow | null> {
  const running = (await runningPeriod(tx, userId)) ?? (await grantedPeriod(tx, userId))
  return running?.terms ?? null
}

/** Returns the current bought period with the time converted into it: they share one allowance. */
async function runningPeriod(tx: Tx, userId: number): Promise<Running | null> {
  const now = tx.now()
  const { level, startsAt, endsAt } = membershipPeriods
  const [row] = await tx.db
    .select({
      id: sql<number>`coalesce(membership_periods.part_of, membership_periods.id)`,
      level,
      startsAt,
      endsAt,
      terms: planTerms,
      wholeEndsAt: ofParts<string | null>("max(part.ends_at)"),
      extraMessages: ofParts<number | null>("sum(part.extra_messages)::int"),
      extraPhotos: ofParts<number | null>("sum(part.extra_photos)::int"),
    })
    .from(membershipPeriods)
    .innerJoin(planTerms, sql`${planTerms.id} = ${sql.raw(promisedId("membership_periods"))}`)
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
  const { id, terms } = row
  const limits = limitsOf(terms, row.extraMessages, row.extraPhotos)
  if (row.endsAt === null) return { id, level: row.level, terms, limits, ...turnOf(row.startsAt, now) }
  const wholeEndsAt = row.wholeEndsAt === null ? 0 : Date.parse(row.wholeEndsAt)
  return {
    id,
    level: row.level,
    terms,
    limits,
    turn: 0,
    startsAt: row.startsAt,
    endsAt: new Date(Math.max(+row.endsAt, wholeEndsAt)),
  }
}

/** Aggregates the time converted into the bought period, without revoked parts. */
const ofParts = <T>(what: string) => sql<T>`(
  select ${sql.raw(what)} from membership_periods part
  where part.part_of = coalesce(membership_periods.part_of, membership_periods.id) and part.revoked_at is null
)`

function limitsOf(
  { messages, photos }: Terms,
  extraMessages: number | null,
  extraPhotos: number | null,
): Running["limits"] {
  return {
    messages: messages === null ? null : messages + (extraMessages ?? 0),
    photos: photos + (extraPhotos ?? 0),
  }
}

/** Returns the remaining allowance of each period, by `allowanceIdOf`. Periods without an end keep their own. */
export async function leftoversOf(tx: Tx, periods: Period[]): Promise<Leftovers> {
  const ids = [...new Set(periods.map(allowanceIdOf).filter((id) => id !== null))]
  if (ids.length === 0) return new Map()
  const uses = await tx.db.select().from(allowanceUses).where(inArray(allowanceUses.periodId, ids))
  const parts = await tx.db
    .select()
    .from(membershipPeriods)
    .where(and(inArray(membershipPeriods.partOf, ids), isNull(membershipPeriods.revokedAt)))
  return new Map(
    ids.map((id) => {
      const { terms } = periods.find((period) => allowanceIdOf(period) === id)!
      const own = parts.filter((part) => part.partOf === id)
      const sum = (of: (part: (typeof parts)[number]) => number) => own.reduce((all, part) => all + of(part), 0)
      const limits = limitsOf(
        terms,
        sum((part) => part.extraMessages),
        sum((part) => part.extraPhotos),
      )
      const used = (kind: AllowanceKind) => uses.find((use) => use.periodId === id && use.kind === kind)?.used ?? 0
      return [
        id,
        {
          messages: Math.max(0, (limits.messages ?? 0) - used("messages")),
          photos: Math.max(0, limits.photos - used("photos")),
        },
      ]
    }),
  )
}

/** Stores a level that was granted without a payment in the ledger on its first use. */
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
  const terms = await termsOf(tx, level)
  return {
    id: 0,
    level,
    terms,
    limits: limitsOf(terms, 0, 0),
    ...(endsAt ? { turn: 0, startsAt: turn.startsAt, endsAt } : turn),
  }
}

/** A period without an end gets a new allowance every thirty days. */
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
