import { createHash, randomBytes } from "node:crypto"
import { and, eq, isNull, lt, ne, or, sql } from "drizzle-orm"
import { LRUCache } from "lru-cache"
import { generalTexts } from "#contract/texts.ts"
import { after, days, hours } from "../clock.ts"
import type { Database, Tx } from "../db/store.ts"
import { Refusal } from "../refusal.ts"
import type { Person } from "./actor.ts"
import { levelNow, oneTimeCodes, sessions, users } from "./tables.ts"

/** Opaque, 256 bit; only its SHA-256 is stored, which is enough for a secret that cannot be guessed. */
export async function openSession(
  tx: Tx,
  userId: number,
  remember: boolean,
  userAgent: string | null,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString("base64url")
  const now = tx.now()
  const expiresAt = after(now, remember ? days(30) : hours(12))
  await tx.db.insert(sessions).values({
    userId,
    tokenHash: hashToken(token),
    remember,
    userAgent: userAgent?.slice(0, 300) ?? null,
    createdAt: now,
    lastSeenAt: now,
    expiresAt,
  })
  return { token, expiresAt }
}

/** How long an answer about a token is believed, so that one revoked on any node is dead on all within a second. */
const believedFor = 900

/**
 * The person behind a token. Throws UNAUTHENTICATED when it is unknown, revoked, expired, or its account is inactive,
 * as a demo account is in a shop that is not a demo. What this process itself changes is seen at once: see forgetPeople.
 */
export async function personOf(tx: Tx, token: string, demo: boolean): Promise<Person> {
  const { known, underway } = lookupsOf(tx.db)
  const found = known.get(token)
  if (found && found.until > tx.now().getTime()) return found.person
  const waiting = underway.get(token)
  if (waiting) return waiting
  const reading = remember(tx, token, demo).finally(() => underway.delete(token))
  underway.set(token, reading)
  return reading
}

/** Call it in the transaction that changes a session, or anything that an Actor carries. */
export function forgetPeople(tx: Tx): void {
  tx.afterCommit(() => {
    generation++
    for (const lookup of open) {
      lookup.known.clear()
      lookup.underway.clear()
    }
  })
}

let generation = 0

async function remember(tx: Tx, token: string, demo: boolean): Promise<Person> {
  const born = generation
  const until = tx.now().getTime() + believedFor
  const person = await readPerson(tx, token, demo)
  // What was read before a change is not kept after it.
  if (born === generation) lookupsOf(tx.db).known.set(token, { person, until })
  return person
}

async function readPerson(tx: Tx, token: string, demo: boolean): Promise<Person> {
  const { lookup } = lookupsOf(tx.db)
  const [row] = await lookup.execute({ tokenHash: hashToken(token), now: tx.now().toISOString(), demo })
  if (!row) throw new Refusal("UNAUTHENTICATED", generalTexts.authenticationFailed)
  return { kind: "person", ...row }
}

interface Lookups {
  lookup: ReturnType<typeof prepareLookup>
  known: LRUCache<string, { person: Person; until: number }>
  /** Requests of one token at the same moment share one answer: a page asks for several things at once. */
  underway: Map<string, Promise<Person>>
}

/** Asked on every signed-in request, so it is built once. */
const lookups = new WeakMap<Database, Lookups>()
const open = new Set<Lookups>()
function lookupsOf(db: Database): Lookups {
  const found = lookups.get(db)
  if (found) return found
  const made = {
    lookup: prepareLookup(db),
    known: new LRUCache<string, { person: Person; until: number }>({ max: 20_000 }),
    underway: new Map(),
  }
  lookups.set(db, made)
  open.add(made)
  return made
}

function prepareLookup(db: Database) {
  const now = sql.placeholder("now")
  return db
    .select({
      id: users.id,
      uuid: users.uuid,
      email: users.email,
      fullName: users.fullName,
      role: users.role,
      adminType: users.adminType,
      level: levelNow(now),
      sessionId: sessions.id,
      signedInAt: sessions.createdAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder("tokenHash")),
        isNull(sessions.revokedAt),
        sql`${sessions.expiresAt} > ${now}::timestamptz`,
        eq(users.isActive, true),
        or(eq(users.isDemo, false), sql`${sql.placeholder("demo")}::boolean`),
        isNull(users.deletedAt),
      ),
    )
    .prepare("person_of_token")
}

export async function endSession(tx: Tx, sessionId: number): Promise<void> {
  await tx.db
    .update(sessions)
    .set({ revokedAt: tx.now() })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
  forgetPeople(tx)
}

/** Ends every session of an account, or every other one. */
export async function endSessions(tx: Tx, userId: number, except: number | null): Promise<void> {
  await tx.db
    .update(sessions)
    .set({ revokedAt: tx.now() })
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        except === null ? undefined : ne(sessions.id, except),
      ),
    )
  forgetPeople(tx)
}

export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest()
}

/** Sessions and codes that ended a month ago are of no use to anybody. */
export async function forgetEnded(tx: Tx): Promise<void> {
  const longAgo = after(tx.now(), -days(30))
  await tx.db.delete(sessions).where(or(lt(sessions.expiresAt, longAgo), lt(sessions.revokedAt, longAgo)))
  await tx.db.delete(oneTimeCodes).where(lt(oneTimeCodes.expiresAt, longAgo))
}
