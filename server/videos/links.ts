import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { eq } from "drizzle-orm"
import * as z from "zod"
import type { Role } from "#contract/accounts.ts"
import { videoTexts } from "#contract/videoText.ts"
import { stageOf } from "../accounts/present.ts"
import { users } from "../accounts/tables.ts"
import { after, hours, seconds } from "../clock.ts"
import type { Database, Tx } from "../db/store.ts"
import { Refusal } from "../refusal.ts"
import { houseKeys, type VideoRow } from "./tables.ts"
import { mayWatch } from "./videos.ts"

/** Who may use the link, until when (seconds), and the seal over both and the film. */
export const LinkQuery = z.object({
  u: z.coerce.number().int().positive().max(2_147_483_647),
  until: z.coerce.number().int().positive().max(10_000_000_000),
  seal: z.string().max(100),
})
type LinkQuery = z.infer<typeof LinkQuery>

/** Good for as long as the film runs, and an hour for pauses. */
export async function linkTo(
  tx: Tx,
  { id, file, duration, captions }: VideoRow,
  userId: number,
): Promise<{ url: string; captionsUrl: string | null; expiresAt: Date }> {
  const longest = hours(4) / 1000
  const expiresAt = after(tx.now(), seconds(Math.ceil(duration ?? longest)) + hours(1))
  const until = Math.floor(expiresAt.getTime() / 1000)
  const seal = sealOf(await linkKey(tx), { id, file }, userId, until).toString("base64url")
  const to = (what: string) => `/api/videos/${id}/${what}?u=${userId}&until=${until}&seal=${seal}`
  return { url: to("media"), captionsUrl: captions === null ? null : to("captions"), expiresAt }
}

/** Throws unless the link is ours, its time has not run out, and its person may still watch. Answers who that is. */
export async function assertLink(
  tx: Tx,
  row: Pick<VideoRow, "id" | "file">,
  { u, until, seal }: LinkQuery,
): Promise<Role> {
  const given = Buffer.from(seal, "base64url")
  const real = sealOf(await linkKey(tx), row, u, until)
  const isOurs = given.length === real.length && timingSafeEqual(given, real)
  if (!isOurs || until * 1000 <= tx.now().getTime()) throw refused()
  const [person] = await tx.db.select().from(users).where(eq(users.id, u))
  if (!person?.isActive || person.deletedAt) throw refused()
  if (!mayWatch({ role: person.role, level: stageOf(person, tx.now()).level })) throw refused()
  return person.role
}

const refused = () => new Refusal("MEMBERS_ONLY", videoTexts.notAllowed)

function sealOf(key: Buffer, { id, file }: Pick<VideoRow, "id" | "file">, userId: number, until: number): Buffer {
  return createHmac("sha256", key).update([id, file, userId, until].join("\n")).digest()
}

const kept = new WeakMap<Database, Buffer>()

/** Made once for the whole shop, by whichever node needs it first. */
async function linkKey({ db }: Tx): Promise<Buffer> {
  const found = kept.get(db)
  if (found) return found
  const name = "video links"
  await db
    .insert(houseKeys)
    .values({ name, key: randomBytes(32) })
    .onConflictDoNothing()
  const [row] = await db.select({ key: houseKeys.key }).from(houseKeys).where(eq(houseKeys.name, name))
  kept.set(db, row!.key)
  return row!.key
}
