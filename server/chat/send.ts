import { eq } from "drizzle-orm"
import type { ChatMessage, SendMessage } from "#contract/chat.ts"
import type { Actor, Person } from "../accounts/actor.ts"
import type { Store } from "../db/store.ts"
import type { Limit } from "../http/limits.ts"
import type { Storage } from "../media/storage.ts"
import type { Upload } from "../media/uploads.ts"
import { assertAllowanceLeft } from "../membership/allowance.ts"
import { helpFor, type Judgement, type Moderation, refusalOf } from "../moderation/moderation.ts"
import { Refusal } from "../refusal.ts"
import { tellUnread } from "./events.ts"
import { keepFile, kindOfUpload, nameOf } from "./files.ts"
import type { Draft } from "./insert.ts"
import { freezeRoom } from "./messages.ts"
import { assertOpen, enterToWrite, peopleOf } from "./policy.ts"
import { newestPage, present, saidIn, stemOf } from "./rows.ts"
import { chatRooms } from "./tables.ts"
import { allowanceOf, knownBy, type Writer, type Written } from "./write.ts"

/** What sending works with. */
export interface SendDeps {
  store: Store
  storage: Storage
  moderation: Moderation
  writer: Writer
  /** A person's messages, by whatever way they come. */
  limit: Limit
  /** The last things said in a room, oldest first, where this node follows it. */
  recent(roomId: number): readonly string[] | undefined
  /** What is judged or being stored, by room, in the order in which it came: nobody has read it yet. */
  underWay: Map<number, UnderWay[]>
  /** Told of what was stored, after it was. */
  sent(draft: Draft, written: Written): void
}

interface UnderWay {
  said: string
  clientId: string | null
  /** Its place among the messages of the room is taken, or it has none. */
  isPlaced: boolean
  /** For who comes behind, if anybody does. */
  waiting: PromiseWithResolvers<void> | null
}

export interface Sent {
  message: ChatMessage
  /** False when its `client_id` had made a message before: this one. */
  isNew: boolean
  /** For a sender who may be in need. */
  help: string | null
}

/**
 * Throws UNAUTHENTICATED, MEMBERS_ONLY, NOT_FOUND, FORBIDDEN or ROOM_FROZEN for who may not write here, RATE_LIMITED, BLOCKED by the
 * moderation, and ALLOWANCE_USED. Resolves once the message is stored.
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

/** The same for somebody who is known to be in the room: the lock of the room looks once more. */
export async function sendText(
  deps: SendDeps,
  sender: Person,
  { roomId, content, clientId, isFrozen }: Pick<Draft, "roomId" | "content" | "clientId"> & { isFrozen: boolean },
): Promise<Sent> {
  await deps.limit.take(sender.id)
  if (isFrozen) return askedAgain(deps.store, { roomId, sender, clientId })
  return judged(deps, { roomId, clientId, said: content }, async (judgement) => {
    if (refusalOf(judgement)) return refuse(deps, { roomId, sender, clientId, judgement }, content)
    const draft: Draft = { roomId, sender, type: "TEXT", content, clientId, file: null, judgement }
    return sent(deps, draft, await deps.writer.write(draft))
  })
}

/** A picture or a document as a message of its own. Throws what `send` throws, INVALID, TOO_LARGE and UNSUPPORTED_MEDIA. */
export async function sendFile(
  deps: SendDeps,
  actor: Actor,
  { roomId, upload, clientId }: { roomId: number; upload: Upload | undefined; clientId: string | null },
): Promise<Sent> {
  const { person: sender, room } = await enterToWrite(deps.store, actor, roomId)
  await deps.limit.take(sender.id)
  const kind = await kindOfUpload(upload)
  const known = await knownBy(deps.store, { sender, clientId })
  if (known) return repeated(deps.store, present(known), roomId)
  assertOpen(room.frozenAt !== null)
  // As it will be read: what it loses on the way could have hidden what it says.
  const name = nameOf(upload!.name, kind)
  const type = kind === "picture" ? "IMAGE" : "FILE"
  const early = await judge(deps, roomId, stemOf(name), [])
  if (refusalOf(early)) return refuse(deps, { roomId, sender, clientId, judgement: early }, name)
  const may = () => assertAllowanceLeft(deps.store, sender, allowanceOf(type))
  const file = await keepFile(deps, { ...upload!, name }, kind, may)
  // Once more, next to what has been said while it was drawn.
  return judged(deps, { roomId, clientId, said: stemOf(name) }, async (judgement) => {
    if (refusalOf(judgement)) return refuse(deps, { roomId, sender, clientId, judgement }, name)
    const draft: Draft = { roomId, sender, type, content: "", clientId, file, judgement }
    return sent(deps, draft, await deps.writer.write(draft))
  })
}

async function sent(deps: SendDeps, draft: Draft, written: Written): Promise<Sent> {
  const { message, isNew } = written
  if (!isNew) return repeated(deps.store, message, draft.roomId)
  deps.sent(draft, written)
  return { message, isNew, help: helpFor(draft.judgement) }
}

/**
 * One `client_id` makes one message for ever: asked for in another room, there is none to show. What comes a second time may have been
 * stored the first time without anybody being told: its answer was lost, or the node was killed.
 */
async function repeated(store: Store, message: ChatMessage, roomId: number): Promise<Sent> {
  if (message.chat_room_id !== roomId) throw new Refusal("CONFLICT", "This message was already sent in another chat.")
  const [room] = await store.db.select().from(chatRooms).where(eq(chatRooms.id, roomId))
  if (room) tellUnread(store, peopleOf(room))
  return { message, isNew: false, help: null }
}

/** In a room that is closed: what was stored before is acknowledged, and nothing else is taken. */
async function askedAgain(store: Store, again: Pick<Draft, "roomId" | "sender" | "clientId">): Promise<Sent> {
  const known = await knownBy(store, again)
  assertOpen(known === undefined)
  return repeated(store, present(known!), again.roomId)
}

/**
 * Goes on with the judgement; until that is through, what is sent at the same moment is read next to this, and stored behind it. `goOn`
 * hands the message over before it waits for anything.
 */
async function judged(
  deps: SendDeps,
  { roomId, clientId, said }: Pick<Draft, "roomId" | "clientId"> & { said: string },
  goOn: (judgement: Judgement) => Promise<Sent>,
): Promise<Sent> {
  const mine: UnderWay = { said, clientId, isPlaced: false, waiting: null }
  const underWay = deps.underWay.get(roomId) ?? []
  // The same one by another way says nothing more.
  const earlier = underWay.filter((one) => clientId === null || one.clientId !== clientId).slice(-contextSize)
  if (underWay.push(mine) === 1) deps.underWay.set(roomId, underWay)
  try {
    const judgement = await judge(deps, roomId, said, earlier)
    for (const one of earlier) await placed(one)
    const going = goOn(judgement)
    place(mine)
    return await going
  } finally {
    place(mine)
    underWay.splice(underWay.indexOf(mine), 1)
    if (underWay.length === 0) deps.underWay.delete(roomId)
  }
}

function place(one: UnderWay): void {
  one.isPlaced = true
  one.waiting?.resolve()
}

async function placed(one: UnderWay): Promise<void> {
  if (one.isPlaced) return
  one.waiting ??= Promise.withResolvers<void>()
  await one.waiting.promise
}

function judge(
  { store, moderation, recent }: SendDeps,
  roomId: number,
  text: string,
  earlier: readonly UnderWay[],
): Promise<Judgement> | Judgement {
  const judgeAfter = (before: readonly string[]) => {
    const recent = earlier.length > 0 ? [...before, ...earlier.map(({ said }) => said)].slice(-contextSize) : before
    return moderation.judgeMessage({ text, recent })
  }
  const known = recent(roomId)
  return known ? judgeAfter(known) : lastSaid(store, roomId).then(judgeAfter)
}

/**
 * What is blocked is written down and reaches nobody; what is worst closes the room as well. What has been stored before is only
 * asked for again: other things have been said since, and next to them it may read quite differently.
 */
async function refuse(
  { store, moderation }: SendDeps,
  { roomId, sender, clientId, judgement }: Pick<Draft, "roomId" | "sender" | "clientId" | "judgement">,
  text: string,
): Promise<Sent> {
  const known = await knownBy(store, { sender, clientId })
  if (known) return repeated(store, present(known), roomId)
  await store.transaction(async (tx) => {
    if (judgement.freeze) await freezeRoom(tx, roomId)
    await moderation.record(tx, judgement, { kind: "message", subjectId: null, roomId, authorId: sender.id, text })
  })
  throw refusalOf(judgement)!
}

/** How many of the last messages a text is judged with. */
export const contextSize = 5

async function lastSaid(store: Store, roomId: number): Promise<string[]> {
  const { rows } = await newestPage(store, roomId, contextSize)
  return rows.map(saidIn)
}
