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
   * The person behind a token. Throws UNAUTHENTICATED when it is unknown, revoked, expired, or its account is inactive,
   * as a demo account is in a shop that is not a demo.
   */
  personOf(token: string): Promise<Person>
  /** The same, for who keeps it: what it says holds until then by the clock, if nothing is heard on the bus before. */
  look(token: string): Promise<Known>
}

export interface Known {
  person: Person
  /** When the session ends or the level changes. */
  holdsUntil: number
}

interface Entry extends Known {
  until: number
  /** How many changes had been heard when its reading began. */
  born: number
}

/** How long an answer is believed: who changes an account by hand in SQL tells nobody. */
const believedFor = seconds(60)

/** Answers about tokens, from memory while the bus says that every change is heard here within a second; else from the database. */
export function createTokens(store: Store, bus: Bus, settings: Settings): Tokens {
  const lookup = prepareLookup(store.db)
  const known = new LRUCache<string, Entry>({ max: 20_000 })
  /** Requests of one token at the same moment share one answer: a page asks for several things at once. */
  const underway = new Map<string, Promise<Known>>()
  let changes = 0
  /** Which change was the last that concerned a person. */
  const changed = new Map<number, number>()
  /** What was read before this change is worth nothing, whomever it is about. */
  let floor = 0

  bus.subscribe<number>(peopleTopic, (userId) => forget(userId))
  bus.onReturn(forgetAll)
  return { personOf: async (token) => (await look(token)).person, look }

  async function look(token: string): Promise<Known> {
    const found = known.get(token)
    if (found && found.until > store.now().getTime() && isCurrent(found) && bus.up) return found
    const waiting = underway.get(token)
    if (waiting) return waiting
    const reading = read(token).finally(() => {
      if (underway.get(token) === reading) underway.delete(token)
    })
    underway.set(token, reading)
    return reading
  }

  /** What was read before a change is not kept after it. */
  function isCurrent({ person, born }: Entry): boolean {
    return born >= floor && born >= (changed.get(person.id) ?? 0)
  }

  async function read(token: string): Promise<Known> {
    const born = changes
    const now = store.now()
    const [row] = await lookup.execute({
      tokenHash: hashToken(token),
      now: now.toISOString(),
      demo: settings.demo,
    })
    if (!row) {
      known.delete(token)
      throw new Refusal("UNAUTHENTICATED", generalTexts.authenticationFailed)
    }
    const { person, stages, expiresAt } = row
    const { level, endsAt } = stageOf(stages, now)
    const holdsUntil = Math.min(expiresAt.getTime(), endsAt?.getTime() ?? Number.POSITIVE_INFINITY)
    const until = Math.min(holdsUntil, now.getTime() + believedFor)
    const entry: Entry = { person: { kind: "person", ...person, level }, holdsUntil, until, born }
    known.set(token, entry)
    return entry
  }

  function forget(userId: number): void {
    if (changed.size >= 10_000) forgetAll()
    changed.set(userId, ++changes)
    underway.clear()
  }

  function forgetAll(): void {
    floor = ++changes
    changed.clear()
    underway.clear()
    known.clear()
  }
}

/** Asked about every token that is not known, so it is built once. */
function prepareLookup(db: Database) {
  return db
    .select({
      person: {
        id: users.id,
        uuid: users.uuid,
        email: users.email,
        fullName: users.fullName,
        role: users.role,
        adminType: users.adminType,
        sessionId: sessions.id,
        signedInAt: sessions.createdAt,
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
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder("tokenHash")),
        isNull(sessions.revokedAt),
        sql`${sessions.expiresAt} > ${sql.placeholder("now")}::timestamptz`,
        eq(users.isActive, true),
        or(eq(users.isDemo, false), sql`${sql.placeholder("demo")}::boolean`),
        isNull(users.deletedAt),
      ),
    )
    .prepare("person_of_token")
}
