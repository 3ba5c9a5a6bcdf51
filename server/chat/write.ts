import { and, eq } from "drizzle-orm"
import { membershipTexts } from "#contract/buyingText.ts"
import type { ChatMessage, MessageType } from "#contract/chat.ts"
import type { Person } from "../accounts/actor.ts"
import { statement } from "../db/statement.ts"
import { type Store, sqlState, type Tx, violates } from "../db/store.ts"
import { servingAllowances, useAllowance as takeAllowance } from "../membership/allowance.ts"
import { allowedBy, type Judgement, type Moderation } from "../moderation/moderation.ts"
import { Refusal } from "../refusal.ts"
import type { StoredFile } from "./files.ts"
import { tellRoom, tellUnread } from "./messages.ts"
import { fileUrl, type MessageRow, present, readMessage } from "./rows.ts"
import { chatMessages } from "./tables.ts"

/** A message that has been judged, and that its sender may write as far as was known then. */
export interface Draft {
  roomId: number
  sender: Person
  type: MessageType
  content: string
  clientId: string | null
  file: StoredFile | null
  judgement: Judgement
}

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
      const storing = together(
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

/**
 * Under the locks of the rooms, taken in the order of their ids: the next `seq` and id, the row, one more unread for the other side. A
 * room that is named in `source` and that its sender may not write in is missing in `allowed`. Each step takes along what the later ones
 * need: to join what came of one with another compares everything with everything.
 */
const storing = (source: string) => `
  moved as (
    update chat_rooms r set head_seq = r.head_seq + 1, message_count = r.message_count + 1, last_activity_at = $2::timestamptz,
      user_unread = r.user_unread + (i.sender_id <> r.user_id)::int,
      moderator_unread = r.moderator_unread + (i.sender_id = r.user_id)::int
    from (select * from ${source} order by room_id) i
    where r.id = i.room_id and r.frozen_at is null and (i.sender_id = r.user_id or i.sender_id = r.moderator_id)
    returning i.*, r.head_seq as seq, r.moderator_id,
      case when i.sender_id = r.user_id then r.moderator_id else r.user_id end as other_id,
      case when i.sender_id = r.user_id then r.moderator_unread else r.user_unread end as unread
  ), allowed as (
    select *, nextval('chat_messages_id_seq')::int as id from moved
  ), stored as (
    insert into chat_messages (id, room_id, sender_id, moderator_id, client_id, seq, created_seq, type, content, file_key, file_name,
      file_type, file_size, file_width, file_height, flagged, judged_by, created_at, updated_at)
    overriding system value
    select id, room_id, sender_id, moderator_id, client_id, seq, seq, type, content, file_key, file_name,
      file_type, file_size, file_width, file_height, flagged, judged_by, $2::timestamptz, $2::timestamptz from allowed
  ), answer as (
    select array_agg(n)::text as n, array_agg(id)::text as id, array_agg(seq)::text as seq,
      array_agg(coalesce(moderator_id, 0))::text as moderator_id, array_agg(coalesce(other_id, 0))::text as other_id,
      array_agg(room_id) filter (where unread = 1)::text as first_unread
    from allowed
  )`

/**
 * Everything at once: one statement is its own transaction, and one way to the database and back. What is not plain is missing in the
 * answer: an allowance that is used up or not yet written down, a `client_id` among the `known`. Should a room be closed, or have changed
 * hands, since its sender was last looked at, nothing happens at all, or an allowance would be used for nothing: hence the division.
 */
const storingTogether = (known: string) => `
  with input as (
    select n::int - 1 as n, room_id, sender_id, counted, client_id, 'TEXT' as type, content, judged_by, false as flagged,
      null::text as file_key, null::text as file_name, null::text as file_type,
      null::int as file_size, null::int as file_width, null::int as file_height
    from unnest($1::int[], $3::int[], $4::boolean[], $5::text[], $6::text[], $7::text[]) with ordinality
      as t(room_id, sender_id, counted, client_id, content, judged_by, n)
    ${known}
  ), counting as (select sender_id as user_id, 'messages' as kind from input where counted),
  ${servingAllowances("counting", "$2::timestamptz")},
  ready as (select * from input where not counted or sender_id in (select user_id from served)),
  ${storing("ready")}
  select answer.*, 1 / (1 - sign((select count(*) from ready) - (select count(*) from allowed)))::int as whole from answer`

/** Fails with `chat_messages_client` where something was sent before: it is rare, and to look for it costs as much as to store it. */
const storeTogether = storingTogether("")
const storeUnknown = storingTogether(
  "where not exists (select from chat_messages m where m.sender_id = t.sender_id and m.client_id = t.client_id)",
)

const storeOne = `
  with input as (
    select 0 as n, * from json_to_record($1::json) as t(room_id int, sender_id int, client_id text, type text, content text, flagged boolean,
      judged_by text, file_key text, file_name text, file_type text, file_size int, file_width int, file_height int)
  ), ${storing("input")}, kept as (
    delete from chat_file_ends where file_key in (select file_key from allowed where file_key is not null)
  )
  select * from answer`

/** Lists of numbers that belong together, as PostgreSQL writes them; null when there is none. */
type Answer = Record<"n" | "id" | "seq" | "moderator_id" | "other_id" | "first_unread", string | null>

interface Place {
  id: number
  seq: number
  moderatorId: number | null
  otherId: number | null
  isFirstUnread: boolean
}

interface Stored {
  at: string
  places: Map<Draft, Place>
}

/** Those that can be stored without a second look; the rest is missing in the answer. */
async function together(store: Store, drafts: Draft[]): Promise<Stored> {
  const plain = drafts.filter(isPlain)
  const at = store.now().toISOString()
  if (plain.length === 0) return { at, places: new Map() }
  const input = columnsOf(plain, at)
  const [answer] = await statement<Answer>(store, "chat_together", storeTogether, input).catch((error: unknown) => {
    if (!violates(error, "chat_messages_client")) throw error
    return statement<Answer>(store, "chat_unknown", storeUnknown, input)
  })
  return { at, places: placesOf(plain, answer!) }
}

const isPlain = ({ type, judgement }: Draft) => type === "TEXT" && allowedBy(judgement) !== null

/** Each column as PostgreSQL writes a list. */
const columnsOf = (drafts: Draft[], at: string) => [
  listOf(drafts, ({ roomId }) => roomId),
  at,
  listOf(drafts, ({ sender }) => sender.id),
  listOf(drafts, ({ sender }) => sender.role === "user"),
  listOf(drafts, ({ clientId }) => clientId && quoted(clientId)),
  listOf(drafts, ({ content }) => quoted(content)),
  listOf(drafts, ({ judgement }) => quoted(allowedBy(judgement)!)),
]

function listOf(drafts: Draft[], of: (draft: Draft) => string | number | boolean | null): string {
  let list = ""
  for (const draft of drafts) list += `,${of(draft)}`
  return `{${list.slice(1)}}`
}

const quoted = (text: string) => `"${/["\\]/.test(text) ? text.replaceAll(/["\\]/g, "\\$&") : text}"`

async function alone(tx: Tx, moderation: Moderation, draft: Draft): Promise<Written> {
  const known = await knownBy(tx, draft)
  if (known) return { message: present(known), isNew: false, firstUnreadOf: null }
  if (draft.sender.role === "user") await takeAllowance(tx, draft.sender.id, allowanceOf(draft.type))
  const at = tx.now().toISOString()
  const [answer] = await statement<Answer>(tx, "chat_store", storeOne, [rowOf(draft), at])
  const written = told(tx, { at, places: placesOf([draft], answer!) }).get(draft)
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

const rowOf = ({ roomId, sender, clientId, type, content, file, judgement }: Draft) =>
  JSON.stringify({
    room_id: roomId,
    sender_id: sender.id,
    client_id: clientId,
    type,
    content,
    flagged: judgement.decision === "flag",
    judged_by: allowedBy(judgement),
    ...(file && {
      file_key: file.key,
      file_name: file.name,
      file_type: file.type,
      file_size: file.size,
      file_width: file.width,
      file_height: file.height,
    }),
  })

function placesOf(drafts: Draft[], answer: Answer): Map<Draft, Place> {
  const [ids, seqs, moderators, others] = [answer.id, answer.seq, answer.moderator_id, answer.other_id].map(numbers)
  const firstUnread = new Set(numbers(answer.first_unread))
  const places = new Map<Draft, Place>()
  for (const [i, n] of numbers(answer.n).entries()) {
    const draft = drafts[n]!
    places.set(draft, {
      id: ids![i]!,
      seq: seqs![i]!,
      moderatorId: moderators![i] || null,
      otherId: others![i] || null,
      isFirstUnread: firstUnread.has(draft.roomId),
    })
  }
  return places
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

const numbers = (list: string | null): number[] => (list === null ? [] : JSON.parse(`[${list.slice(1, -1)}]`))

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
