import { and, desc, eq, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm"
import type { FlaggedContext } from "#contract/admin.ts"
import { moderationTexts } from "#contract/memberText.ts"
import { chatMessages } from "../../conversation/chat/tables.ts"
import { type Actor, assertAdmin } from "../../platform/auth/actor.ts"
import { users } from "../../platform/auth/tables.ts"
import type { Store } from "../../platform/db/store.ts"
import { masked } from "../../platform/moderation/engine/mask.ts"
import type { FlaggedRow } from "../../platform/moderation/queue.ts"
import { flaggedItems } from "../../platform/moderation/tables.ts"
import { auditOnce } from "../../platform/records/audit.ts"
import { notFound } from "../../platform/refusal.ts"

/** The number of messages before and after the flagged one. */
const around = 5

/** Returns the messages around a flagged message, or before a blocked one. Reading them is audited, as in a chat. */
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
  // A message that its sender has deleted is included, because its text is kept.
  const isIt = subjectId === null ? undefined : eq(chatMessages.id, subjectId)
  const read = (where: SQL | undefined, order: SQL, limit: number) =>
    store.db
      .select({ id: chatMessages.id })
      .from(chatMessages)
      .where(and(eq(chatMessages.roomId, roomId), or(isNull(chatMessages.deletedAt), isIt), where))
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
      content: masked(saidIn(row, item)),
      created_at: row.at.toISOString(),
      is_flagged_one: row.id === subjectId,
    })),
  }
}

function saidIn({ id, content, fileName }: { id: number; content: string; fileName: string | null }, item: FlaggedRow) {
  return content || (id === item.subjectId && item.heldText) || `[${fileName ?? "empty"}]`
}
