import { desc, eq } from "drizzle-orm"
import type { Tx } from "../db/store.ts"
import { speaking } from "../languages.ts"
import { present } from "./notifications.ts"
import { notifications } from "./tables.ts"

export async function eraseNotifications(tx: Tx, userId: number): Promise<void> {
  await tx.db.delete(notifications).where(eq(notifications.userId, userId))
}

export async function exportNotifications(tx: Tx, userId: number) {
  const rows = await tx.db
    .select()
    .from(notifications)
    .where(eq(notifications.userId, userId))
    .orderBy(desc(notifications.id))
  return speaking("en", () => rows.map((row) => present({ ...row, message: null })))
}
