import { createHmac } from "node:crypto"
import { and, eq } from "drizzle-orm"
import * as z from "zod"
import type { Role } from "#contract/accounts.ts"
import { text } from "#contract/common.ts"
import { videoTexts } from "#contract/videoText.ts"
import type { Person } from "../../platform/auth/actor.ts"
import { stageOf } from "../../platform/auth/present.ts"
import { isOpen } from "../../platform/auth/sessions.ts"
import { sessions, users } from "../../platform/auth/tables.ts"
import { after, hours, seconds } from "../../platform/clock.ts"
import { isSealed, serverKeys } from "../../platform/db/serverKeys.ts"
import type { Tx } from "../../platform/db/store.ts"
import { Refusal } from "../../platform/refusal.ts"
import type { VideoRow } from "./tables.ts"
import { mayWatch } from "./videos.ts"

/** The user, the session, the expiry (in seconds) and a signature over these and the file. */
export const LinkQuery = z.object({
  u: z.coerce.number().int().positive().max(2_147_483_647),
  s: z.coerce.number().int().positive().max(2_147_483_647),
  until: z.coerce.number().int().positive().max(10_000_000_000),
  seal: text().max(100),
})
type LinkQuery = z.infer<typeof LinkQuery>

/** Signs a link that is valid for the video's duration plus an hour for pauses. */
export async function linkTo(
  tx: Tx,
  { id, file, duration, captions }: VideoRow,
  { id: userId, sessionId }: Pick<Person, "id" | "sessionId">,
): Promise<{ url: string; captionsUrl: string | null; expiresAt: Date }> {
  const longest = hours(4) / 1000
  const expiresAt = after(tx.now(), seconds(Math.ceil(duration ?? longest)) + hours(1))
  const until = Math.floor(expiresAt.getTime() / 1000)
  const [key] = await serverKeys(tx, keyName)
  const seal = sealOf(key, { id, file }, { u: userId, s: sessionId, until }).toString("base64url")
  const to = (what: string) => `/api/videos/${id}/${what}?u=${userId}&s=${sessionId}&until=${until}&seal=${seal}`
  return { url: to("media"), captionsUrl: captions === null ? null : to("captions"), expiresAt }
}

/**
 * Throws unless the signature is valid, link and session have not expired, and the user may still watch a video that is
 * still visible; staff may also watch a hidden one. Returns that user.
 */
export async function assertLink(
  tx: Tx,
  row: Pick<VideoRow, "id" | "file"> & { isShown: boolean },
  link: LinkQuery,
): Promise<Role> {
  const { u, s, until } = link
  const isOurs = await isSealed(tx, keyName, link.seal, (key) => sealOf(key, row, link))
  if (!isOurs || until * 1000 <= tx.now().getTime()) throw refused()
  const [session] = await tx.db
    .select({ person: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, s), eq(users.id, u), isOpen(tx.now())))
  const person = session?.person
  if (!person?.isActive || person.deletedAt) throw refused()
  if (person.role !== "admin" && !row.isShown) throw refused()
  if (!mayWatch({ role: person.role, level: stageOf(person, tx.now()).level })) throw refused()
  return person.role
}

/** Returns how long a pre-signed address is valid: nothing can end it early, so never longer than the link. */
export function secondsLeft(tx: Tx, { until }: Pick<LinkQuery, "until">): number {
  return Math.max(1, Math.min(until - Math.floor(tx.now().getTime() / 1000), hours(1) / 1000))
}

const keyName = "video links"

const refused = () => new Refusal("MEMBERS_ONLY", videoTexts.notAllowed)

function sealOf(
  key: Buffer,
  { id, file }: Pick<VideoRow, "id" | "file">,
  { u, s, until }: Omit<LinkQuery, "seal">,
): Buffer {
  return createHmac("sha256", key).update([id, file, u, s, until].join("\n")).digest()
}
