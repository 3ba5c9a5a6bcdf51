import { and, eq, gte, or } from "drizzle-orm"
import type { ChatMessage, SendMessage } from "#contract/chat.ts"
import { chatTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { assertAllowanceLeft, useAllowance } from "../../people/membership/allowance.ts"
import type { Actor, Person } from "../../platform/auth/actor.ts"
import { assertNotSuspended, suspended } from "../../platform/auth/actor.ts"
import type { Store } from "../../platform/db/store.ts"
import type { Limit } from "../../platform/http/limits.ts"
import type { Storage } from "../../platform/media/storage.ts"
import type { Upload } from "../../platform/media/uploads.ts"
import { approved, helpFor, type Judgement, type Moderation, refusalOf } from "../../platform/moderation/moderation.ts"
import { approvedAt } from "../../platform/moderation/queue.ts"
import { Refusal } from "../../platform/refusal.ts"
import { publishUnread } from "./events.ts"
import { kindOfUpload, nameOf, storeFile } from "./files.ts"
import type { Draft } from "./insert.ts"
import { assertOpen, enterToWrite, peopleOf } from "./policy.ts"
import { judgedText, newestPage, present, stemOf } from "./rows.ts"
import { chatMessages, chatRooms } from "./tables.ts"
import { allowanceOf, findByClientId, type Writer, type Written } from "./write.ts"

export interface SendDeps {
  store: Store
  storage: Storage
  moderation: Moderation
  writer: Writer
  /** Limits a person's messages over HTTP and sockets together. */
  limit: Limit
  /** Returns the latest texts, oldest first, of a room in which this node has sockets. */
  recent(roomId: number): readonly string[] | undefined
  /** The messages being judged or stored, by room, in order of arrival; no recipient has seen them. */
  pending: Map<number, PendingMessage[]>
  /** Called after a message is stored. */
  sent(draft: Draft, written: Written): void
}

interface PendingMessage {
  text: string
  clientId: string | null
  /** True once the message has its place in the write queue, or was refused. */
  isQueued: boolean
  /** Created when messages behind this one wait for it. */
  waiting: PromiseWithResolvers<void> | null
}

export interface Sent {
  message: ChatMessage
  /** False if an earlier request with this `client_id` has made the message. */
  isNew: boolean
  /** A support text for a sender who may be at risk. */
  help: string | null
}

/**
 * Throws UNAUTHENTICATED, MEMBERS_ONLY, NOT_FOUND, FORBIDDEN, SUSPENDED or ROOM_FROZEN if the sender may not write
 * here, RATE_LIMITED, BLOCKED by the moderation, and ALLOWANCE_USED. Resolves once the message is stored.
 */
export async function send(deps: SendDeps, actor: Actor, input: SendMessage): Promise<Sent> {
  const { person, room } = await enterToWrite(deps.store, actor, input.chat_room_id)
  return sendText(deps, person, {
    roomId: room.id,
    content: input.content,
    clientId: input.client_id ?? null,
    isFrozen: room.frozenAt !== null,
  })
}

/** Like `send`, for a sender who is already in the room; the insert checks again under the room's lock. */
export async function sendText(
  deps: SendDeps,
  sender: Person,
  { roomId, content, clientId, isFrozen }: Pick<Draft, "roomId" | "content" | "clientId"> & { isFrozen: boolean },
): Promise<Sent> {
  await deps.limit.take(sender.id)
  if (isFrozen || sender.isSuspended) return acknowledgeRetry(deps.store, { roomId, sender, clientId }, isFrozen)
  return unlessStored(deps.store, { roomId, sender, clientId }, () =>
    judgeInOrder(deps, { roomId, sender, clientId, text: content, shown: content }, async (judgement) => {
      if (refusalOf(judgement)) return refuse(deps, { roomId, sender, clientId, judgement }, content)
      const draft: Draft = { roomId, sender, type: "TEXT", content, clientId, file: null, judgement }
      return sent(deps, draft, await deps.writer.write(draft))
    }),
  )
}

type Attempt = Pick<Draft, "roomId" | "sender" | "clientId">

/** Runs `work`. A refusal counts as a repetition if another node has stored the same message meanwhile. */
async function unlessStored(store: Store, attempt: Attempt, work: () => Promise<Sent>): Promise<Sent> {
  try {
    return await work()
  } catch (error) {
    const known = error instanceof Refusal ? await findByClientId(store, attempt) : null
    if (!known) throw error
    return repeated(store, present(known), attempt.roomId)
  }
}

/**
 * Sends a picture or a document as its own message. Throws what `send` throws, and INVALID, TOO_LARGE and
 * UNSUPPORTED_MEDIA.
 */
export async function sendFile(
  deps: SendDeps,
  actor: Actor,
  { roomId, upload, clientId }: { roomId: number; upload: Upload | undefined; clientId: string | null },
): Promise<Sent> {
  const { person: sender, room } = await enterToWrite(deps.store, actor, roomId)
  await deps.limit.take(sender.id)
  const kind = await kindOfUpload(upload)
  const known = await findByClientId(deps.store, { sender, clientId })
  if (known) return repeated(deps.store, present(known), roomId)
  assertOpen(room.frozenAt !== null)
  assertNotSuspended(sender)
  // The name is judged as it will be shown: the removed parts could disguise the text.
  const name = nameOf(upload!.name, kind)
  const type = kind === "picture" ? "IMAGE" : "FILE"
  const early = await unlessApproved(deps, { roomId, sender }, await judge(deps, roomId, stemOf(name), []), name)
  if (refusalOf(early)) return refuse(deps, { roomId, sender, clientId, judgement: early }, name)
  const allowance = allowanceOf(type)
  const counts = sender.role === "user" && room.moderatorId !== null
  return unlessStored(deps.store, { roomId, sender, clientId }, async () => {
    const file = await storeFile(deps, { ...upload!, name }, kind, {
      id: sender.id,
      may: async () => {
        if (counts) await assertAllowanceLeft(deps.store, sender, allowance)
      },
      broken: async () => {
        // A broken picture costs as much work as a good one.
        if (counts) await deps.store.transaction((tx) => useAllowance(tx, sender.id, allowance))
        return new Refusal("UNSUPPORTED_MEDIA", counts ? chatTexts.brokenCounts : chatTexts.brokenPicture)
      },
    })
    // The name is judged again, with the messages that arrived during the rendering.
    return judgeInOrder(deps, { roomId, sender, clientId, text: stemOf(name), shown: name }, async (judgement) => {
      if (refusalOf(judgement)) return refuse(deps, { roomId, sender, clientId, judgement }, name)
      const draft: Draft = { roomId, sender, type, content: "", clientId, file, judgement }
      return sent(deps, draft, await deps.writer.write(draft))
    })
  })
}

async function sent(deps: SendDeps, draft: Draft, written: Written): Promise<Sent> {
  const { message, isNew } = written
  if (!isNew) return repeated(deps.store, message, draft.roomId)
  deps.sent(draft, written)
  return { message, isNew, help: helpFor(draft.judgement) }
}

/**
 * Returns the stored message of a `client_id`, which makes only one message, ever; a retry in another room is refused.
 * The first attempt may have been stored without being published, because its answer was lost or the node was killed,
 * so this publishes again.
 */
async function repeated(store: Store, message: ChatMessage, roomId: number): Promise<Sent> {
  if (message.chat_room_id !== roomId) throw new Refusal("CONFLICT", t`This message was already sent in another chat.`)
  const [room] = await store.db.select().from(chatRooms).where(eq(chatRooms.id, roomId))
  if (room) publishUnread(store, peopleOf(room))
  return { message, isNew: false, help: null }
}

/** Handles frozen rooms and suspended senders: acknowledges the retry of a stored message, refuses anything else. */
async function acknowledgeRetry(store: Store, again: Attempt, isFrozen: boolean): Promise<Sent> {
  const known = await findByClientId(store, again)
  if (known) return repeated(store, present(known), again.roomId)
  assertOpen(isFrozen)
  throw suspended()
}

/**
 * Judges a message, then calls `enqueue`. Messages that arrive meanwhile are judged with this text as context and
 * stored after it. `shown` is the text that staff see if the message is held. `enqueue` must pass the message to the
 * writer before its first await.
 */
async function judgeInOrder(
  deps: SendDeps,
  { roomId, sender, clientId, text, shown }: Attempt & { text: string; shown: string },
  enqueue: (judgement: Judgement) => Promise<Sent>,
): Promise<Sent> {
  const mine: PendingMessage = { text, clientId, isQueued: false, waiting: null }
  const inRoom = deps.pending.get(roomId) ?? []
  // A retry of the same message adds no context.
  const earlier = inRoom.filter((one) => clientId === null || one.clientId !== clientId).slice(-contextSize)
  if (inRoom.push(mine) === 1) deps.pending.set(roomId, inRoom)
  try {
    const judged = await judge(deps, roomId, text, earlier)
    const judgement = await unlessApproved(deps, { roomId, sender }, judged, shown)
    for (const one of earlier) await waitUntilQueued(one)
    const result = enqueue(judgement)
    markQueued(mine)
    return await result
  } finally {
    markQueued(mine)
    inRoom.splice(inRoom.indexOf(mine), 1)
    if (inRoom.length === 0) deps.pending.delete(roomId)
  }
}

function markQueued(one: PendingMessage): void {
  one.isQueued = true
  one.waiting?.resolve()
}

async function waitUntilQueued(one: PendingMessage): Promise<void> {
  if (one.isQueued) return
  one.waiting ??= Promise.withResolvers<void>()
  await one.waiting.promise
}

function judge(
  { store, moderation, recent }: SendDeps,
  roomId: number,
  text: string,
  earlier: readonly PendingMessage[],
): Promise<Judgement> | Judgement {
  const judgeAfter = (before: readonly string[]) => {
    const recent =
      earlier.length > 0
        ? joined(
            before,
            earlier.map(({ text }) => text),
          ).slice(-contextSize)
        : before
    return moderation.judgeMessage({ text, recent })
  }
  const known = recent(roomId)
  return known ? judgeAfter(known) : readRecentTexts(store, roomId).then(judgeAfter)
}

/** Joins stored and pending texts, without repeating those that have been stored since the room was read. */
function joined(stored: readonly string[], pending: readonly string[]): string[] {
  let shared = Math.min(stored.length, pending.length)
  while (shared > 0 && stored.slice(-shared).some((text, index) => text !== pending[index])) shared--
  return [...stored, ...pending.slice(shared)]
}

/** Lets a text pass once, if staff have approved it although it was held back. */
async function unlessApproved(
  { store }: SendDeps,
  { roomId, sender }: Pick<Draft, "roomId" | "sender">,
  judgement: Judgement,
  text: string,
): Promise<Judgement> {
  if (!refusalOf(judgement)) return judgement
  const since = await approvedAt(store, { kind: "message", roomId, authorId: sender.id, text })
  if (!since) return judgement
  const { createdAt, content, fileName, id, roomId: room, senderId } = chatMessages
  const isSame = or(eq(content, text), eq(fileName, text))
  const [sent] = await store.db
    .select({ id })
    .from(chatMessages)
    .where(and(eq(room, roomId), eq(senderId, sender.id), gte(createdAt, since), isSame))
    .limit(1)
  return sent ? judgement : approved(judgement)
}

/**
 * Records a blocked message, which nobody receives; the worst categories also freeze the room. A retry of a stored
 * message returns that message: with newer messages as context the judgement may differ.
 */
async function refuse(
  { store, moderation }: SendDeps,
  { roomId, sender, clientId, judgement }: Pick<Draft, "roomId" | "sender" | "clientId" | "judgement">,
  text: string,
): Promise<Sent> {
  const known = await findByClientId(store, { sender, clientId })
  if (known) return repeated(store, present(known), roomId)
  await store.transaction(async (tx) => {
    await moderation.record(tx, judgement, { kind: "message", subjectId: null, roomId, authorId: sender.id, text })
  })
  throw refusalOf(judgement)!
}

/** The number of previous messages that are the context of a text's judgement. */
export const contextSize = 5

async function readRecentTexts(store: Store, roomId: number): Promise<string[]> {
  const { rows } = await newestPage(store, roomId, contextSize)
  return rows.map(judgedText)
}
