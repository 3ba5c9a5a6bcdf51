import { randomUUID } from "node:crypto"
import { and, count, eq } from "drizzle-orm"
import { maxReturnPhoto, maxReturnPhotos, megabyte } from "#contract/limits.ts"
import type { OrderReturns } from "#contract/refunds.ts"
import { returnTexts } from "#contract/refundText.ts"
import { t } from "#contract/t.ts"
import {
  type Actor,
  assertAdmin,
  assertNotSuspended,
  assertSignedIn,
  assertUser,
  type Person,
} from "../../platform/auth/actor.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import type { Finish } from "../../platform/http/idempotency.ts"
import type { Limit } from "../../platform/http/limits.ts"
import { reencode } from "../../platform/media/pictures.ts"
import { claimFile, type Download, downloadOf, expectFile, pictureType } from "../../platform/media/privateFiles.ts"
import type { Storage } from "../../platform/media/storage.ts"
import { kindOf, type Upload } from "../../platform/media/uploads.ts"
import { invalid, notFound, Refusal } from "../../platform/refusal.ts"
import { orders, returnPhotos, returns } from "../orders/tables.ts"
import { getReturns, lockOwnReturn } from "./returns.ts"

interface Adding {
  storage: Storage
  /** Limits a person's photographs: each costs work, even a refused one. */
  limit: Limit
  returnDays: number
  finish: Finish
}

/** Adds a photograph to the caller's return for damage, re-encoded and without metadata. */
export async function addPhoto(
  store: Store,
  actor: Actor,
  { id, upload }: { id: number; upload: Upload | undefined },
  { storage, limit, returnDays, finish }: Adding,
): Promise<OrderReturns> {
  assertUser(actor)
  await assertMayAdd(store, actor, id)
  await assertPhoto(upload)
  await limit.take(actor.id)
  const key = `private/returns/${randomUUID()}.webp`
  await expectFile(store, key)
  const { width, height } = await reencode(storage, key, upload!, {
    id: actor.id,
    may: async () => {},
    broken: async () => notAPhoto(),
  })
  return store.transaction(async (tx) => {
    const orderId = await assertTakesPhoto(tx, actor, id)
    if (!(await claimFile(tx, key))) throw new Error("The file of a photograph was removed before its row was written")
    await tx.db.insert(returnPhotos).values({ returnId: id, fileKey: key, width, height, createdAt: tx.now() })
    return finish(tx, 201, await getReturns(tx, actor, orderId, returnDays))
  })
}

/** Checks a request before its photograph is received. */
export async function assertMayAdd(store: Store, actor: Actor, id: number): Promise<void> {
  assertUser(actor)
  assertNotSuspended(actor)
  await store.transaction((tx) => assertTakesPhoto(tx, actor, id))
}

/** Locks the return's order, whose id it returns, so that the photographs are counted one after the other. */
async function assertTakesPhoto(tx: Tx, actor: Person, id: number): Promise<number> {
  const { row, locked } = await lockOwnReturn(tx, actor, id)
  if (row.reason !== "damaged") throw new Refusal("WRONG_STATE", returnTexts.photosForDamage)
  if (row.status !== "requested" && row.status !== "approved")
    throw new Refusal("WRONG_STATE", returnTexts.photosDecided)
  const [counted] = await tx.db.select({ photos: count() }).from(returnPhotos).where(eq(returnPhotos.returnId, id))
  if (counted!.photos >= maxReturnPhotos) throw new Refusal("WRONG_STATE", returnTexts.tooManyPhotos)
  return locked.order.id
}

const notAPhoto = () => new Refusal("UNSUPPORTED_MEDIA", returnTexts.notAPhoto)

async function assertPhoto(upload: Upload | undefined): Promise<void> {
  if (!upload || upload.size === 0) throw invalid("file", returnTexts.noPhoto)
  if (upload.tooLarge) throw new Refusal("TOO_LARGE", returnTexts.photoTooLarge)
  if (!(await kindOf(upload.path))) throw notAPhoto()
}

/** Returns a photograph to the order's owner and the admins who decide about returns. Throws NOT_FOUND for others. */
export async function readPhoto(
  tx: Tx,
  storage: Storage,
  actor: Actor,
  { id, photoId }: { id: number; photoId: number },
): Promise<Download> {
  assertReadsPhotos(actor)
  const [photo] = await tx.db
    .select({ key: returnPhotos.fileKey, userId: orders.userId, hiddenAt: orders.hiddenAt })
    .from(returnPhotos)
    .innerJoin(returns, eq(returns.id, returnPhotos.returnId))
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .where(and(eq(returnPhotos.id, photoId), eq(returnPhotos.returnId, id)))
  const isTheirs = actor.role === "admin" || (photo?.userId === actor.id && photo.hiddenAt === null)
  if (!photo || !isTheirs) throw notFound(t`File not found`)
  return downloadOf(storage, { key: photo.key, name: `photo-${photoId}.webp`, type: pictureType })
}

/** Allows customers, who can read only their own photographs, and the admins of returns. */
export function assertReadsPhotos(actor: Actor): asserts actor is Person {
  assertSignedIn(actor)
  if (actor.role !== "user") assertAdmin(actor, "financial_admin")
}

export const photoLimits = { maxBytes: maxReturnPhoto * megabyte, maxFiles: 1 }
