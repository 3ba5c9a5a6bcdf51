import { and, eq, isNull, or } from "drizzle-orm"
import { membershipTexts } from "#contract/buyingText.ts"
import type { ChatMessage, MessageType } from "#contract/chat.ts"
import { useAllowance as takeAllowance } from "../../people/membership/allowance.ts"
import { users } from "../../platform/auth/tables.ts"
import { isLocked, isLost, type Store, sqlState, type Tx, violates } from "../../platform/db/store.ts"
import { allowedBy, type Moderation } from "../../platform/moderation/moderation.ts"
import { Refusal } from "../../platform/refusal.ts"
import type { About } from "../../platform/tracing/span.ts"
import { inContextOf, inSpan, keepContext } from "../../platform/tracing/tracing.ts"
import { publishToRoom, publishUnread } from "./events.ts"
import { type Draft, findUnlocked, type InsertedMessage, insertOne, insertTogether, type Stored } from "./insert.ts"
import { fileUrl, type MessageRow, present, readMessage } from "./rows.ts"
import { chatMessages, chatRooms } from "./tables.ts"

export interface Written {
  message: ChatMessage
  /** False if an earlier request with this `client_id` has made the message. */
  isNew: boolean
  /** The recipient, if this is the first message that they have not read. */
  firstUnreadOf: number | null
}

export interface Writer {
  write(draft: Draft): Promise<Written>
  /** The number of messages that wait for the next transaction. */
  readonly waiting: number
}

interface PendingWrite {
  draft: Draft
  /** The number of batches that have found it locked. */
  lockedLookups: number
  resolve(written: Written): void
  reject(error: unknown): void
}

/** The maximum number of messages in a transaction. */
const maxAtOnce = 250
/** After this many lookups, a message whose lock is taken is stored alone. */
const maxLookups = 3
/** The longest time, in milliseconds, that a message that is stored alone delays the next such message. */
const separateTimeout = 200

/**
 * Stores messages of many rooms in one transaction; messages that arrive during one go into the next. A transaction has
 * at most one message per room and per sender, so that each takes the next `seq` of its room and one of its sender's
 * allowance. A room's messages are stored in the order of arrival. A message that cannot be stored with others is
 * stored alone or refused. `writing` has its own connections: if one of them waits for a lock or is lost, the others
 * continue.
 */
export function createWriter({ store, writing, moderation }: WriterDeps): Writer {
  let waiting: PendingWrite[] = []
  let busy = false
  /** Rooms with a message that is being stored alone. */
  const separateRooms = new Set<number>()
  let separateWrites = Promise.resolve()
  return {
    write: (draft) => inSpan(storeSpan, () => write(draft)),
    get waiting() {
      return waiting.length
    },
  }

  function write(draft: Draft): Promise<Written> {
    keepContext(draft)
    return new Promise((resolve, reject) => {
      waiting.push({ draft, lockedLookups: 0, resolve, reject })
      if (!busy) void run()
    })
  }

  async function run(): Promise<void> {
    busy = true
    // Messages of the same event loop turn can join the batch.
    await turn()
    let publishPrevious: (() => void) | null = null
    for (let batch = takeBatch(); batch.length > 0; batch = takeBatch()) {
      const drafts = batch.map(({ draft }) => draft)
      const storing = inSpan(
        () => batchSpan(drafts.length),
        () => insertTogether(writing, drafts),
      ).catch((error: Error) => error)
      // The previous batch is published while the database works on this one.
      if (publishPrevious) {
        await turn()
        publishPrevious()
      }
      const stored = await storing
      if (isLocked(stored)) {
        publishPrevious = null
        await retryUnlocked(batch)
        continue
      }
      const isAlone = ({ draft }: PendingWrite) =>
        stored instanceof Error ? isWorthRetrying(stored, draft) : !stored.inserted.has(draft)
      const rest = batch.filter(isAlone)
      for (const one of rest) queueSeparately(one)
      publishPrevious = () => answer(rest.length === 0 ? batch : batch.filter((one) => !rest.includes(one)), stored)
    }
    busy = false
    publishPrevious?.()
  }

  /** Retries the messages that do not wait for a lock; the others are stored alone. */
  async function retryUnlocked(batch: PendingWrite[]): Promise<void> {
    const free = await findUnlocked(
      writing,
      batch.map(({ draft }) => draft),
    ).catch(() => null)
    const isFree = (one: PendingWrite) => free?.has(one.draft) && one.lockedLookups++ < maxLookups
    const again = batch.filter(isFree)
    for (const one of batch) if (!again.includes(one)) void storeSeparately(one)
    waiting = [...again, ...waiting]
  }

  /** Takes the first message of each room and sender. A later message of the same room waits, which keeps the order. */
  function takeBatch(): PendingWrite[] {
    const rooms = new Set(separateRooms)
    const senders = new Set<number>()
    const taken: PendingWrite[] = []
    const left: PendingWrite[] = []
    for (const one of waiting) {
      const { roomId, sender } = one.draft
      const counts = sender.role === "user"
      const goes = taken.length < maxAtOnce && !rooms.has(roomId) && !(counts && senders.has(sender.id))
      rooms.add(roomId)
      if (counts) senders.add(sender.id)
      ;(goes ? taken : left).push(one)
    }
    waiting = left
    return taken
  }

  /** Resolves or rejects the waiting calls. Errors go to them, so that the loop continues. */
  function answer(batch: PendingWrite[], stored: Stored | Error): void {
    try {
      if (stored instanceof Error) throw stored
      const written = publishStored(store, stored)
      for (const { draft, resolve } of batch) resolve(written.get(draft)!)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  /** Stores messages one after the other, except that a slow one delays the next for at most `separateTimeout`. */
  function queueSeparately(one: PendingWrite): void {
    separateRooms.add(one.draft.roomId)
    separateWrites = separateWrites.then(() =>
      Promise.race([storeSeparately(one), new Promise<void>((go) => setTimeout(go, separateTimeout))]),
    )
  }

  function storeSeparately({ draft, resolve, reject }: PendingWrite): Promise<void> {
    separateRooms.add(draft.roomId)
    return inContextOf(draft, () => storeAlone(draft))
      .then(resolve, reject)
      .then(() => {
        separateRooms.delete(draft.roomId)
        if (!busy && waiting.length > 0) void run()
      })
  }

  async function storeAlone(draft: Draft): Promise<Written> {
    const run = () => store.transaction((tx) => insertAlone(tx, moderation, draft))
    try {
      return await run()
    } catch (error) {
      // Another node stored the same message at the same moment, so it can be read now.
      if (!violates(error, "chat_messages_client")) throw error
      return run()
    }
  }
}

/** Covers a message from its place in the queue until it is stored and published. */
const storeSpan = (): About => ({ name: "store message", kind: "internal", attributes: {}, within: "child" })
/** The transaction of many messages is not part of any of their traces. */
const batchSpan = (size: number): About => ({
  name: "store messages",
  kind: "internal",
  attributes: { "messaging.batch.message_count": size },
  within: "root",
})

const turn = () => new Promise((resolve) => setImmediate(resolve))

async function insertAlone(tx: Tx, moderation: Moderation, draft: Draft): Promise<Written> {
  const known = await findByClientId(tx, draft)
  if (known) return { message: present(known), isNew: false, firstUnreadOf: null }
  const counts = await isCounted(tx, draft)
  if (counts) await takeAllowance(tx, draft.sender.id, allowanceOf(draft.type))
  const written = publishStored(tx, await insertOne(tx, draft, counts)).get(draft)
  if (!written && (await accepts(tx, draft))) throw new MovedMeanwhile()
  if (!written) throw new Refusal("FORBIDDEN", membershipTexts.used)
  const { judgement, roomId, sender, content } = draft
  if (allowedBy(judgement) === null) {
    const about = {
      kind: "message" as const,
      subjectId: written.message.id,
      roomId,
      authorId: sender.id,
      text: content,
    }
    await moderation.record(tx, judgement, about)
  }
  return written
}

/** Returns whether a message counts: those of users do, once somebody can answer. */
async function isCounted(tx: Tx, { sender, roomId }: Draft): Promise<boolean> {
  if (sender.role !== "user") return false
  const room = await tx.db
    .select({ moderatorId: chatRooms.moderatorId })
    .from(chatRooms)
    .where(eq(chatRooms.id, roomId))
  return room[0]?.moderatorId !== null
}

/** Returns whether the room is open to the sender. It may have been frozen or reassigned since they were checked. */
async function accepts(tx: Tx, { sender, roomId }: Draft): Promise<boolean> {
  const isHere = or(eq(chatRooms.userId, sender.id), eq(chatRooms.moderatorId, sender.id))
  const [room] = await tx.db
    .select({ id: chatRooms.id })
    .from(chatRooms)
    .innerJoin(users, and(eq(users.id, sender.id), isNull(users.suspendedAt)))
    .where(and(eq(chatRooms.id, roomId), isNull(chatRooms.frozenAt), isHere))
  return room !== undefined
}

/** Thrown when the room got or lost a moderator after the message was counted; 40001 makes the transaction retry. */
class MovedMeanwhile extends Error {
  readonly code = "40001"
}

interface WriterDeps {
  store: Store
  writing: Store
  moderation: Moderation
}

/**
 * Returns whether to retry a message alone after its batch failed. Data errors and serialization failures concern a
 * single message; other database errors would fail for each. After a lost connection only messages with a `client_id`
 * are retried: they are stored once even if the first attempt succeeded.
 */
const isWorthRetrying = (error: Error, { clientId }: Draft) =>
  /^(2[23]|40)/.test(sqlState(error) ?? "") || (isLost(error) && clientId !== null)

export const allowanceOf = (type: MessageType) => (type === "IMAGE" ? "photos" : "messages")

/** Returns the message that an earlier request with the `client_id` has made. */
export async function findByClientId(
  tx: Tx,
  { sender, clientId }: Pick<Draft, "sender" | "clientId">,
): Promise<MessageRow | undefined> {
  if (clientId === null) return undefined
  const mine = and(eq(chatMessages.senderId, sender.id), eq(chatMessages.clientId, clientId))
  const [found] = await tx.db.select({ id: chatMessages.id }).from(chatMessages).where(mine)
  return found && readMessage(tx, found.id)
}

/** Publishes the stored messages after the commit. */
function publishStored(tx: Tx, { at, inserted }: Stored): Map<Draft, Written> {
  const written = new Map<Draft, Written>()
  const touched: number[] = []
  for (const [draft, row] of inserted) {
    const message = presentNew(draft, row, at)
    inContextOf(draft, () => publishToRoom(tx, draft.roomId, { kind: "create", seq: row.seq, message }))
    if (row.otherId !== null) touched.push(row.otherId)
    written.set(draft, { message, isNew: true, firstUnreadOf: row.isFirstUnread ? row.otherId : null })
  }
  publishUnread(tx, touched)
  return written
}

function presentNew(
  { roomId, sender, clientId, type, content, file, judgement }: Draft,
  { id, seq, moderatorId }: InsertedMessage,
  at: string,
): ChatMessage {
  return {
    id,
    chat_room_id: roomId,
    content,
    sender_id: sender.id,
    sender_uuid: sender.uuid,
    sender_name: sender.fullName,
    moderator_id: moderatorId,
    message_type: type,
    created_at: at,
    updated_at: at,
    file_url: file && fileUrl(file.key),
    file_name: file?.name ?? null,
    file_type: file?.type ?? null,
    file_size: file?.size ?? null,
    width: file?.width ?? null,
    height: file?.height ?? null,
    flagged: judgement.decision === "flag",
    seq,
    client_id: clientId,
    deleted: false,
  }
}
