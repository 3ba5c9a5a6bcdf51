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
 * is one message a room and one a sender, so each takes the next `seq` of its room and one of its sender's allowance. A room
 * always waits in the same lane, in the order of arrival. What cannot be stored together is stored alone, or refused.
 */
export function createWriter(store: Store, moderation: Moderation, lanes: number): Writer {
  const queues = Array.from({ length: lanes }, () => ({ waiting: [] as Waiting[], busy: false }))
  return {
    write: (draft) =>
      new Promise((resolve, reject) => {
        const lane = queues[draft.roomId % lanes]!
        lane.waiting.push({ draft, resolve, reject })
        if (!lane.busy) run(lane)
      }),
  }

  async function run(lane: { waiting: Waiting[]; busy: boolean }): Promise<void> {
    lane.busy = true
    // What arrives in the same turn of the loop goes along.
    await new Promise(setImmediate)
    while (lane.waiting.length > 0) await storeAll(take(lane))
    lane.busy = false
  }

  async function storeAll(batch: Waiting[]): Promise<void> {
    const drafts = batch.map(({ draft }) => draft)
    const stored = await together(store, drafts).catch((error: unknown) => error)
    for (const { draft, resolve, reject } of batch) {
      if (stored instanceof Error && !mayGoAlone(stored)) {
        reject(stored)
        continue
      }
      const written = stored instanceof Map ? (stored as Map<Draft, Written>).get(draft) : undefined
      if (written) resolve(written)
      else await storeAlone(draft).then(resolve, reject)
    }
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

/** The first of each room and sender; what comes behind in the same room waits, and so keeps its order. */
function take(lane: { waiting: Waiting[] }): Waiting[] {
  const rooms = new Set<number>()
  const senders = new Set<number>()
  const taken: Waiting[] = []
  const left: Waiting[] = []
  for (const one of lane.waiting) {
    const { roomId, sender } = one.draft
    const counts = sender.role === "user"
    const goes = taken.length < mostAtOnce && !rooms.has(roomId) && !(counts && senders.has(sender.id))
    rooms.add(roomId)
    if (counts) senders.add(sender.id)
    ;(goes ? taken : left).push(one)
  }
  lane.waiting = left
  return taken
}

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

/** Those that can be stored without a second look; the rest is missing in the answer. */
async function together(store: Store, drafts: Draft[]): Promise<Map<Draft, Written>> {
  const plain = drafts.filter(isPlain)
  if (plain.length === 0) return new Map()
  const at = store.now().toISOString()
  const input = columnsOf(plain, at)
  const [answer] = await statement<Answer>(store, "chat_together", storeTogether, input).catch((error: unknown) => {
    if (!violates(error, "chat_messages_client")) throw error
    return statement<Answer>(store, "chat_unknown", storeUnknown, input)
  })
  return told(store, plain, answer!, at)
}

const isPlain = ({ type, judgement }: Draft) => type === "TEXT" && allowedBy(judgement) !== null

const columnsOf = (drafts: Draft[], at: string) => [
  drafts.map(({ roomId }) => roomId),
  at,
  drafts.map(({ sender }) => sender.id),
  drafts.map(({ sender }) => sender.role === "user"),
  drafts.map(({ clientId }) => clientId),
  drafts.map(({ content }) => content),
  drafts.map(({ judgement }) => allowedBy(judgement)),
]

async function alone(tx: Tx, moderation: Moderation, draft: Draft): Promise<Written> {
  const known = await knownBy(tx, draft)
  if (known) return { message: present(known), isNew: false, firstUnreadOf: null }
  if (draft.sender.role === "user") await takeAllowance(tx, draft.sender.id, allowanceOf(draft.type))
  const at = tx.now().toISOString()
  const [answer] = await statement<Answer>(tx, "chat_store", storeOne, [rowOf(draft), at])
  const written = told(tx, [draft], answer!, at).get(draft)
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

const allowanceOf = (type: MessageType) => (type === "IMAGE" ? "photos" : "messages")

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

/** What was stored, said on the bus once it is committed. */
function told(tx: Tx, drafts: Draft[], answer: Answer, at: string): Map<Draft, Written> {
  const written = new Map<Draft, Written>()
  const touched: number[] = []
  const [ids, seqs, moderators, others] = [answer.id, answer.seq, answer.moderator_id, answer.other_id].map(numbers)
  const firstUnread = new Set(numbers(answer.first_unread))
  for (const [i, n] of numbers(answer.n).entries()) {
    const draft = drafts[n]!
    const { roomId } = draft
    const seq = seqs![i]!
    const other = others![i] || null
    const message = presentNew(draft, { id: ids![i]!, seq, moderatorId: moderators![i] || null }, at)
    tellRoom(tx, roomId, { kind: "create", seq, message })
    if (other !== null) touched.push(other)
    written.set(draft, { message, isNew: true, firstUnreadOf: firstUnread.has(roomId) ? other : null })
  }
  tellUnread(tx, touched)
  return written
}

const numbers = (list: string | null): number[] => (list === null ? [] : JSON.parse(`[${list.slice(1, -1)}]`))

function presentNew(
  { roomId, sender, clientId, type, content, file, judgement }: Draft,
  { id, seq, moderatorId }: { id: number; seq: number; moderatorId: number | null },
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
