import { eq } from "drizzle-orm"
import type { ChatMessage, SendMessage } from "#contract/chat.ts"
import type { Actor, Person } from "../accounts/actor.ts"
import type { Store } from "../db/store.ts"
import type { Limit } from "../http/limits.ts"
import type { Storage } from "../media/storage.ts"
import type { Upload } from "../media/uploads.ts"
import { helpFor, type Judgement, type Moderation, refusalOf } from "../moderation/moderation.ts"
import { Refusal } from "../refusal.ts"
import { keepFile, kindOfUpload, nameOf } from "./files.ts"
import { freezeRoom, peopleOf, tellUnread } from "./messages.ts"
import { enterToWrite } from "./policy.ts"
import { newestPage, present, saidIn, stemOf } from "./rows.ts"
import { chatRooms } from "./tables.ts"
import { type Draft, knownBy, type Writer, type Written } from "./write.ts"

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
  /** Told of what was stored, after it was. */
  sent(draft: Draft, written: Written): void
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
  const { person } = await enterToWrite(deps.store, actor, input.chat_room_id)
  return sendText(deps, person, {
    roomId: input.chat_room_id,
    content: input.content,
    clientId: input.client_id ?? null,
  })
}

/** The same for somebody who is known to be in the room: the lock of the room looks once more. */
export async function sendText(
  deps: SendDeps,
  sender: Person,
  { roomId, content, clientId }: Pick<Draft, "roomId" | "content" | "clientId">,
): Promise<Sent> {
  await deps.limit.take(sender.id)
  const judgement = await judge(deps, roomId, content)
  if (refusalOf(judgement)) return refuse(deps, { roomId, sender, clientId, judgement }, content)
  const draft: Draft = { roomId, sender, type: "TEXT", content, clientId, file: null, judgement }
  return sent(deps, draft, await deps.writer.write(draft))
}

/** A picture or a document as a message of its own. Throws what `send` throws, INVALID, TOO_LARGE and UNSUPPORTED_MEDIA. */
export async function sendFile(
  deps: SendDeps,
  actor: Actor,
  { roomId, upload, clientId }: { roomId: number; upload: Upload | undefined; clientId: string | null },
): Promise<Sent> {
  const { person: sender } = await enterToWrite(deps.store, actor, roomId)
  await deps.limit.take(sender.id)
  const kind = await kindOfUpload(upload)
  // As it will be read: what it loses on the way could have hidden what it says.
  const name = nameOf(upload!.name, kind)
  const judgement = await judge(deps, roomId, stemOf(name))
  if (refusalOf(judgement)) return refuse(deps, { roomId, sender, clientId, judgement }, name)
  const file = await keepFile(deps.store, deps.storage, { ...upload!, name }, kind)
  const type = kind === "picture" ? "IMAGE" : "FILE"
  const draft: Draft = { roomId, sender, type, content: "", clientId, file, judgement }
  return sent(deps, draft, await deps.writer.write(draft))
}

async function sent(deps: SendDeps, draft: Draft, written: Written): Promise<Sent> {
  const { message, isNew } = written
  if (isNew) deps.sent(draft, written)
  else await tellAgain(deps.store, draft.roomId)
  return isNew ? { message, isNew, help: helpFor(draft.judgement) } : repeated(message, draft)
}

/** One `client_id` makes one message for ever: asked for in another room, there is none to show. */
function repeated(message: ChatMessage, { roomId }: Pick<Draft, "roomId">): Sent {
  if (message.chat_room_id !== roomId) throw new Refusal("CONFLICT", "This message was already sent in another chat.")
  return { message, isNew: false, help: null }
}

/** What comes a second time may have been stored the first time without anybody being told: its answer was lost, or the node was killed. */
async function tellAgain(store: Store, roomId: number): Promise<void> {
  const [room] = await store.db.select().from(chatRooms).where(eq(chatRooms.id, roomId))
  if (room) tellUnread(store, peopleOf(room))
}

function judge({ store, moderation, recent }: SendDeps, roomId: number, text: string): Promise<Judgement> | Judgement {
  const known = recent(roomId)
  if (known) return moderation.judgeMessage({ text, recent: known })
  return lastSaid(store, roomId).then((said) => moderation.judgeMessage({ text, recent: said }))
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
  if (known) return repeated(present(known), { roomId })
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
