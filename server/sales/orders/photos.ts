import { inArray, type SQL } from "drizzle-orm"
import type { Tx } from "../../platform/db/store.ts"
import { scheduleFileDeletion } from "../../platform/media/privateFiles.ts"
import { returnPhotos, returns } from "./tables.ts"

export async function erasePhotos(tx: Tx, which: SQL): Promise<void> {
  const gone = await tx.db.delete(returnPhotos).where(which).returning({ key: returnPhotos.fileKey })
  await scheduleFileDeletion(
    tx,
    gone.map(({ key }) => key),
  )
}

/** The condition for the photographs of all returns of these orders. */
export const photosOf = (tx: Tx, orderIds: number[]) =>
  inArray(
    returnPhotos.returnId,
    tx.db.select({ id: returns.id }).from(returns).where(inArray(returns.orderId, orderIds)),
  )
