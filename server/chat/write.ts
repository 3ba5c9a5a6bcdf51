import type { ChatMessage, MessageType } from "#contract/chat.ts"
import { membershipTexts } from "#contract/texts.ts"
import type { Person } from "../accounts/actor.ts"
import { statement } from "../db/statement.ts"
import { type Store, sqlState, type Tx } from "../db/store.ts"
import { useAllowance as takeAllowance, takeAllowances } from "../membership/allowance.ts"
import type { Judgement, Moderation } from "../moderation/moderation.ts"
import { Refusal } from "../refusal.ts"
import { type RoomEvent, roomTopic, type UnreadEvent, unreadTopic } from "./events.ts"
import type { StoredFile } from "./files.ts"
import { fileUrl, present, readMessage } from "./rows.ts"

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
    const stored = await store.transaction((tx) => together(tx, moderation, drafts)).catch((error: unknown) => error)
    for (const { draft, resolve, reject } of batch) {
      if (stored instanceof Error && !mayGoAlone(stored)) {
        reject(stored)
        continue
      }
      const written = stored instanceof Map ? (stored as Map<Draft, Written>).get(draft) : undefined
      if (written) resolve(written)
      else await store.transaction((tx) => alone(tx, moderation, draft)).then(resolve, reject)
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

/** Those that can be stored without a second look; the rest is missing in the answer. */
async function together(tx: Tx, moderation: Moderation, drafts: Draft[]): Promise<Map<Draft, Written>> {
  const known = await knownAmong(tx, drafts)
  const fresh = drafts.filter((draft) => !known.has(draft))
  const counted = fresh.filter(({ sender }) => sender.role === "user")
  const taken = await takeAllowances(
    tx,
    counted.map(({ sender, type }) => ({ userId: sender.id, kind: allowanceOf(type) })),
  )
  const going = fresh.filter(({ sender }) => sender.role !== "user" || taken.has(sender.id))
  const written = await insert(tx, moderation, going)
  if (written.size < going.length) throw new Shortfall()
  return written
}

/** Some room has changed since: nothing of the transaction stays, or an allowance would be used for nothing. */
class Shortfall extends Error {}

/** One message that cannot be stored does not keep the others; a database that does not answer would be asked for each. */
const mayGoAlone = (error: Error) => error instanceof Shortfall || /^2[23]/.test(sqlState(error) ?? "")

async function alone(tx: Tx, moderation: Moderation, draft: Draft): Promise<Written> {
  const known = (await knownAmong(tx, [draft])).get(draft)
  if (known !== undefined) {
    return { message: present((await readMessage(tx, known))!), isNew: false, firstUnreadOf: null }
  }
  if (draft.sender.role === "user") await takeAllowance(tx, draft.sender.id, allowanceOf(draft.type))
  const written = (await insert(tx, moderation, [draft])).get(draft)
  // Meanwhile the room was closed, or the model was given to somebody else.
  if (!written) throw new Refusal("FORBIDDEN", membershipTexts.used)
  return written
}

const allowanceOf = (type: MessageType) => (type === "IMAGE" ? "photos" : "messages")

/** The messages that these `client_id`s have made before. */
async function knownAmong(tx: Tx, drafts: Draft[]): Promise<Map<Draft, number>> {
  const named = drafts.filter(({ clientId }) => clientId !== null)
  if (named.length === 0) return new Map()
  const input = named.map(({ sender, clientId }, n) => ({ n, sender_id: sender.id, client_id: clientId }))
  const rows = await statement<{ n: number; id: number }>(
    tx,
    "chat_known",
    `select t.n, m.id from json_to_recordset($1::json) as t(n int, sender_id int, client_id text)
     join chat_messages m on m.sender_id = t.sender_id and m.client_id = t.client_id`,
    [JSON.stringify(input)],
  )
  return new Map(rows.map(({ n, id }) => [named[n]!, id]))
}

interface Inserted {
  n: number
  id: number
  seq: number
  moderator_id: number | null
  other_id: number | null
  unread: number | null
}

/**
 * Under the locks of the rooms, taken in the order of their ids: the next `seq`, the row, one more unread for the other side. A row
 * of its own is told of each; a room that its sender may not write in any more has none.
 */
const insertion = `
  with input as (
    select * from json_to_recordset($1::json) as t(n int, room_id int, sender_id int, client_id text, type text, content text,
      flagged boolean, file_key text, file_name text, file_type text, file_size int, file_width int, file_height int)
  ), room as (
    select id, user_id, moderator_id, head_seq from chat_rooms
    where id in (select room_id from input) and frozen_at is null order by id for no key update
  ), allowed as (
    select i.*, r.head_seq + 1 as seq, r.moderator_id,
      case when i.sender_id = r.user_id then r.moderator_id else r.user_id end as other_id
    from input i join room r on r.id = i.room_id where i.sender_id = r.user_id or i.sender_id = r.moderator_id
  ), moved as (
    update chat_rooms r set head_seq = a.seq, message_count = r.message_count + 1, last_activity_at = $2
    from allowed a where r.id = a.room_id
  ), stored as (
    insert into chat_messages (room_id, sender_id, moderator_id, client_id, seq, created_seq, type, content, file_key, file_name,
      file_type, file_size, file_width, file_height, flagged, created_at, updated_at)
    select room_id, sender_id, moderator_id, client_id, seq, seq, type, content, file_key, file_name,
      file_type, file_size, file_width, file_height, flagged, $2, $2 from allowed
    returning id, room_id
  ), counted as (
    insert into chat_reads as c (room_id, user_id, unread) select room_id, other_id, 1 from allowed where other_id is not null
    on conflict (room_id, user_id) do update set unread = c.unread + 1 returning room_id, unread
  ), kept as (
    delete from chat_file_ends where file_key in (select file_key from allowed where file_key is not null)
  )
  select a.n, s.id, a.seq, a.moderator_id, a.other_id, c.unread
  from allowed a join stored s on s.room_id = a.room_id left join counted c on c.room_id = a.room_id`

async function insert(tx: Tx, moderation: Moderation, drafts: Draft[]): Promise<Map<Draft, Written>> {
  const written = new Map<Draft, Written>()
  if (drafts.length === 0) return written
  const at = tx.now().toISOString()
  const input = drafts.map(({ roomId, sender, clientId, type, content, file, judgement }, n) => ({
    n,
    room_id: roomId,
    sender_id: sender.id,
    client_id: clientId,
    type,
    content,
    flagged: judgement.decision === "flag",
    ...(file && {
      file_key: file.key,
      file_name: file.name,
      file_type: file.type,
      file_size: file.size,
      file_width: file.width,
      file_height: file.height,
    }),
  }))
  const rows = await statement<Inserted>(tx, "chat_insert", insertion, [JSON.stringify(input), at])
  const touched: number[] = []
  for (const row of rows) {
    const draft = drafts[row.n]!
    const message = presentNew(draft, row, at)
    const event: RoomEvent = { kind: "create", seq: row.seq, message }
    tx.tell(roomTopic(draft.roomId), event)
    if (row.other_id !== null) touched.push(row.other_id)
    written.set(draft, { message, isNew: true, firstUnreadOf: row.unread === 1 ? row.other_id : null })
  }
  if (touched.length > 0) tx.tell(unreadTopic, { users: touched } satisfies UnreadEvent)
  await moderation.recordAll(
    tx,
    [...written].map(([{ judgement, roomId, sender, content }, { message }]) => ({
      judgement,
      about: { kind: "message" as const, subjectId: message.id, roomId, authorId: sender.id, text: content },
    })),
  )
  return written
}

function presentNew(
  { roomId, sender, clientId, type, content, file, judgement }: Draft,
  row: Inserted,
  at: string,
): ChatMessage {
  return {
    id: row.id,
    chat_room_id: roomId,
    content,
    sender_id: sender.id,
    sender_uuid: sender.uuid,
    sender_name: sender.fullName,
    moderator_id: row.moderator_id,
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
    seq: row.seq,
    client_id: clientId,
    deleted: false,
  }
}
