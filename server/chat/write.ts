import { and, eq } from "drizzle-orm"
import { membershipTexts } from "#contract/buyingText.ts"
import type { ChatMessage, MessageType } from "#contract/chat.ts"
import { type Store, sqlState, type Tx, violates } from "../db/store.ts"
import { useAllowance as takeAllowance } from "../membership/allowance.ts"
import { allowedBy, type Moderation } from "../moderation/moderation.ts"
import { Refusal } from "../refusal.ts"
import { tellRoom, tellUnread } from "./events.ts"
import { type Draft, insertOne, insertTogether, type Place, type Stored } from "./insert.ts"
import { fileUrl, type MessageRow, present, readMessage } from "./rows.ts"
import { chatMessages } from "./tables.ts"

export interface Written {
  message: ChatMessage
  /** False when its `client_id` had made a message before: this one. */
  isNew: boolean
  /** The other side, if this is the first it has not read. */
  firstUnreadOf: number | null
}

export interface Writer {
  write(draft: Draft): Promise<Written>
}

interface Waiting {
  draft: Draft
  resolve(written: Written): void
  reject(error: unknown): void
}

/** No more than this in one transaction. */
const mostAtOnce = 250

/**
 * Stores messages of many rooms in one transaction: what comes while one is under way goes into the next. In a transaction there
 * is one message a room and one a sender, so each takes the next `seq` of its room and one of its sender's allowance. The messages of a
 * room go one after the other, in the order of arrival. What cannot be stored together is stored alone, or refused.
 */
export function createWriter(store: Store, moderation: Moderation): Writer {
  let waiting: Waiting[] = []
  let busy = false
  /** Rooms in which one is being stored alone. */
  const held = new Set<number>()
  let alones = Promise.resolve()
  return {
    write: (draft) =>
      new Promise((resolve, reject) => {
        waiting.push({ draft, resolve, reject })
        if (!busy) void run()
      }),
  }

  async function run(): Promise<void> {
    busy = true
    // What arrives in the same turn of the loop goes along.
    await turn()
    let tellLast: (() => void) | null = null
    for (let batch = take(); batch.length > 0; batch = take()) {
      const storing = insertTogether(
        store,
        batch.map(({ draft }) => draft),
      ).catch((error: Error) => error)
      // What was stored before is told while the database is at work on this.
      if (tellLast) {
        await turn()
        tellLast()
      }
      const stored = await storing
      const isAlone = ({ draft }: Waiting) => (stored instanceof Error ? mayGoAlone(stored) : !stored.places.has(draft))
      const rest = batch.filter(isAlone)
      for (const one of rest) setAside(one)
      tellLast = () => answer(rest.length === 0 ? batch : batch.filter((one) => !rest.includes(one)), stored)
    }
    busy = false
    tellLast?.()
  }

  /** The first of each room and sender; what comes behind in the same room waits, and so keeps its order. */
  function take(): Waiting[] {
    const rooms = new Set(held)
    const senders = new Set<number>()
    const taken: Waiting[] = []
    const left: Waiting[] = []
    for (const one of waiting) {
      const { roomId, sender } = one.draft
      const counts = sender.role === "user"
      const goes = taken.length < mostAtOnce && !rooms.has(roomId) && !(counts && senders.has(sender.id))
      rooms.add(roomId)
      if (counts) senders.add(sender.id)
      ;(goes ? taken : left).push(one)
    }
    waiting = left
    return taken
  }

  /** Whatever goes wrong in it is told to those who wait: the next ones are not to wait for ever. */
  function answer(batch: Waiting[], stored: Stored | Error): void {
    try {
      if (stored instanceof Error) throw stored
      const written = told(store, stored)
      for (const { draft, resolve } of batch) resolve(written.get(draft)!)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  function setAside({ draft, resolve, reject }: Waiting): void {
    held.add(draft.roomId)
    alones = alones
      .then(() => storeAlone(draft))
      .then(resolve, reject)
      .then(() => {
        held.delete(draft.roomId)
        if (!busy && waiting.length > 0) void run()
      })
  }

  async function storeAlone(draft: Draft): Promise<Written> {
    const run = () => store.transaction((tx) => alone(tx, moderation, draft))
    try {
      return await run()
    } catch (error) {
      // The same message came to another node at the same moment: by now it is known.
      if (!violates(error, "chat_messages_client")) throw error
      return run()
    }
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

async function alone(tx: Tx, moderation: Moderation, draft: Draft): Promise<Written> {
  const known = await knownBy(tx, draft)
  if (known) return { message: present(known), isNew: false, firstUnreadOf: null }
  if (draft.sender.role === "user") await takeAllowance(tx, draft.sender.id, allowanceOf(draft.type))
  const written = told(tx, await insertOne(tx, draft)).get(draft)
  // Meanwhile the room was closed, or the model was given to somebody else.
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

/** One message that cannot be stored does not keep the others; a database that does not answer would be asked for each. */
const mayGoAlone = (error: Error) => /^(2[23]|40)/.test(sqlState(error) ?? "")

export const allowanceOf = (type: MessageType) => (type === "IMAGE" ? "photos" : "messages")

/** The message that this `client_id` has made before. */
export async function knownBy(
  tx: Tx,
  { sender, clientId }: Pick<Draft, "sender" | "clientId">,
): Promise<MessageRow | undefined> {
  if (clientId === null) return undefined
  const mine = and(eq(chatMessages.senderId, sender.id), eq(chatMessages.clientId, clientId))
  const [found] = await tx.db.select({ id: chatMessages.id }).from(chatMessages).where(mine)
  return found && readMessage(tx, found.id)
}

/** What was stored, said on the bus once it is committed. */
function told(tx: Tx, { at, places }: Stored): Map<Draft, Written> {
  const written = new Map<Draft, Written>()
  const touched: number[] = []
  for (const [draft, place] of places) {
    const message = presentNew(draft, place, at)
    tellRoom(tx, draft.roomId, { kind: "create", seq: place.seq, message })
    if (place.otherId !== null) touched.push(place.otherId)
    written.set(draft, { message, isNew: true, firstUnreadOf: place.isFirstUnread ? place.otherId : null })
  }
  tellUnread(tx, touched)
  return written
}

function presentNew(
  { roomId, sender, clientId, type, content, file, judgement }: Draft,
  { id, seq, moderatorId }: Place,
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
