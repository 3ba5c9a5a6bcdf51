import { and, eq, isNull, or, sql } from "drizzle-orm"
import { LRUCache } from "lru-cache"
import { generalTexts } from "#contract/texts.ts"
import type { Bus } from "../bus/bus.ts"
import { seconds } from "../clock.ts"
import type { Database, Store } from "../db/store.ts"
import { Refusal } from "../refusal.ts"
import type { Settings } from "../settings.ts"
import type { Person } from "./actor.ts"
import { stageOf } from "./present.ts"
import { hashToken, peopleTopic } from "./sessions.ts"
import { sessions, users } from "./tables.ts"

export interface Tokens {
  /**
   * Resolves a token to its person. Throws UNAUTHENTICATED when it is unknown, revoked or expired, or when its account
   * is inactive, as a demo account is in a shop that is not a demo.
   */
  personOf(token: string): Promise<Person>
  /** Resolves a token, with the time until which the result is valid unless the bus announces a change before. */
  resolve(token: string): Promise<ResolvedToken>
}

export interface ResolvedToken {
  person: Person
  /** When the session ends or the level changes. */
  holdsUntil: number
}

export interface StaffPolicy {
  readonly needsSecondFactor: boolean
  onChange(heard: () => void): unknown
}

interface Entry extends ResolvedToken {
  until: number
  /** The number of changes that had been announced when its read began. */
  born: number
}

/** The cache lifetime, which covers changes made by hand in SQL: they publish no event. */
const cacheLifetime = seconds(60)

/**
 * Resolves tokens from a cache while the bus guarantees that every change arrives within a second; otherwise from the
 * database.
 */
export function createTokens(store: Store, bus: Bus, settings: Settings, staff: StaffPolicy): Tokens {
  const lookup = prepareLookup(store.db)
  const cache = new LRUCache<string, Entry>({ max: 20_000 })
  /** Concurrent requests with one token share one lookup: a page makes several calls at once. */
  const inFlight = new Map<string, Promise<ResolvedToken>>()
  /** The hashes of the tokens that the next statement looks up. */
  let gathered: { hashes: string[]; rows: Promise<Map<string, Row>> } | null = null
  let changes = 0
  /** The number of the last change of each person. */
  const changed = new Map<number, number>()
  /** Entries read before this change are invalid, whoever they are about. */
  let floor = 0

  bus.subscribe<number>(peopleTopic, (userId) => forget(userId))
  bus.onReconnect(forgetAll)
  staff.onChange(forgetAll)
  return { personOf: async (token) => (await resolve(token)).person, resolve }

  async function resolve(token: string): Promise<ResolvedToken> {
    const found = cache.get(token)
    if (found && found.until > store.now().getTime() && isCurrent(found) && bus.up) return found
    const waiting = inFlight.get(token)
    if (waiting) return waiting
    const reading = read(token).finally(() => {
      if (inFlight.get(token) === reading) inFlight.delete(token)
    })
    inFlight.set(token, reading)
    return reading
  }

  /** Returns whether an entry was read after the last change. */
  function isCurrent({ person, born }: Entry): boolean {
    return born >= floor && born >= (changed.get(person.id) ?? 0)
  }

  async function read(token: string): Promise<ResolvedToken> {
    const born = changes
    const now = store.now()
    const hash = hashToken(token).toString("hex")
    const row = (await gather(hash)).get(hash)
    if (!row) {
      cache.delete(token)
      throw new Refusal("UNAUTHENTICATED", generalTexts.authenticationFailed)
    }
    const { person, stages, expiresAt } = row
    const { level, endsAt } = stageOf(stages, now)
    const holdsUntil = Math.min(expiresAt.getTime(), endsAt?.getTime() ?? Number.POSITIVE_INFINITY)
    const until = Math.min(holdsUntil, now.getTime() + cacheLifetime)
    const needsSecondFactor = person.role !== "user" && !person.hasSecondFactor && staff.needsSecondFactor
    const entry: Entry = { person: { kind: "person", ...person, level, needsSecondFactor }, holdsUntil, until, born }
    cache.set(token, entry)
    return entry
  }

  /** Looks up all tokens that are requested in one turn, as by a check of all sockets, with one statement. */
  function gather(hash: string): Promise<Map<string, Row>> {
    if (!gathered || gathered.hashes.length === maxGathered) {
      const hashes: string[] = []
      gathered = { hashes, rows: Promise.resolve().then(() => lookUp(hashes)) }
    }
    gathered.hashes.push(hash)
    return gathered.rows
  }

  async function lookUp(hashes: string[]): Promise<Map<string, Row>> {
    if (gathered?.hashes === hashes) gathered = null
    const tokenHashes = `{${hashes.map((each) => `"\\\\x${each}"`).join(",")}}`
    const rows = await lookup.execute({ tokenHashes, now: store.now().toISOString(), demo: settings.demo })
    return new Map(rows.map((row) => [row.tokenHash.toString("hex"), row]))
  }

  function forget(userId: number): void {
    if (changed.size >= 10_000) forgetAll()
    changed.set(userId, ++changes)
    inFlight.clear()
  }

  function forgetAll(): void {
    floor = ++changes
    changed.clear()
    inFlight.clear()
    cache.clear()
  }
}

const maxGathered = 500

type Row = Awaited<ReturnType<ReturnType<typeof prepareLookup>["execute"]>>[number]

/** Builds the query once, because it runs for every token that is not cached. */
function prepareLookup(db: Database) {
  return db
    .select({
      person: {
        id: users.id,
        uuid: users.uuid,
        email: users.email,
        fullName: users.fullName,
        region: users.region,
        role: users.role,
        adminType: users.adminType,
        isSuspended: sql<boolean>`${users.suspendedAt} is not null`,
        sessionId: sessions.id,
        confirmedAt: sql<Date>`coalesce(${sessions.confirmedAt}, ${sessions.createdAt})`.mapWith(sessions.createdAt),
        hasSecondFactor: sql<boolean>`${users.secondFactorSince} is not null`,
      },
      stages: {
        membershipLevel: users.membershipLevel,
        membershipExpiresAt: users.membershipExpiresAt,
        membershipNextLevel: users.membershipNextLevel,
        membershipNextExpiresAt: users.membershipNextExpiresAt,
        membershipLastLevel: users.membershipLastLevel,
        membershipLastExpiresAt: users.membershipLastExpiresAt,
      },
      expiresAt: sessions.expiresAt,
      tokenHash: sessions.tokenHash,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        sql`${sessions.tokenHash} = any(${sql.placeholder("tokenHashes")}::text::bytea[])`,
        isNull(sessions.revokedAt),
        sql`${sessions.expiresAt} > ${sql.placeholder("now")}::timestamptz`,
        eq(users.isActive, true),
        or(eq(users.isDemo, false), sql`${sql.placeholder("demo")}::boolean`),
        isNull(users.deletedAt),
      ),
    )
    .prepare("people_of_tokens")
}
