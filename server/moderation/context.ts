import { and, desc, eq, inArray, isNull, lte, type SQL, sql } from "drizzle-orm"
import type { FlaggedContext } from "#contract/admin.ts"
import { moderationTexts } from "#contract/texts.ts"
import { type Actor, assertAdmin } from "../accounts/actor.ts"
import { users } from "../accounts/tables.ts"
import { chatMessages } from "../chat/tables.ts"
import type { Store } from "../db/store.ts"
import { notFound } from "../refusal.ts"
import { auditOnce } from "../staff/audit.ts"
import { masked } from "./mask.ts"
import { flaggedItems } from "./tables.ts"

/** Before the message, and after it. */
const around = 5

/** What was said around a flagged message; of what was blocked, what was said before it. Who looks leaves a trace, as in the chat itself. */
export async function contextOf(store: Store, actor: Actor, id: number): Promise<FlaggedContext> {
  assertAdmin(actor, "content_admin")
  const [item] = await store.db
    .select()
    .from(flaggedItems)
    .where(and(eq(flaggedItems.id, id), isNull(flaggedItems.resolvedAt)))
  if (!item || (item.critical && actor.adminType !== "super_admin")) throw notFound(moderationTexts.notInQueue)
  const roomId = item.kind === "message" ? item.roomId : null
  if (roomId === null) return { messages: [] }
  await auditOnce(store, actor, { action: "chat.read", target: { kind: "chat_room", id: roomId } })
  const { subjectId } = item
  const read = (where: SQL | undefined, order: SQL, limit: number) =>
    store.db
      .select({ id: chatMessages.id })
      .from(chatMessages)
      .where(and(eq(chatMessages.roomId, roomId), isNull(chatMessages.deletedAt), where))
      .orderBy(order)
      .limit(limit)
  const upTo = subjectId === null ? lte(chatMessages.createdAt, item.createdAt) : lte(chatMessages.id, subjectId)
  const ids = [
    ...(await read(upTo, desc(chatMessages.createdSeq), around + 1)),
    ...(subjectId === null
      ? []
      : await read(sql`${chatMessages.id} > ${subjectId}`, sql`${chatMessages.createdSeq}`, around)),
  ].map((row) => row.id)
  if (ids.length === 0) return { messages: [] }
  const rows = await store.db
    .select({
      id: chatMessages.id,
      sender: users.fullName,
      role: users.role,
      content: chatMessages.content,
      fileName: chatMessages.fileName,
      at: chatMessages.createdAt,
    })
    .from(chatMessages)
    .innerJoin(users, eq(users.id, chatMessages.senderId))
    .where(inArray(chatMessages.id, ids))
    .orderBy(chatMessages.id)
  return {
    messages: rows.map((row) => ({
      id: row.id,
      sender: row.sender,
      sender_role: row.role,
      content: masked(row.content || `[${row.fileName ?? "empty"}]`),
      created_at: row.at.toISOString(),
      is_flagged_one: row.id === subjectId,
    })),
  }
}
