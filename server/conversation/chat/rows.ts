import type { Change, ChatMessage, MessageType } from "#contract/chat.ts"
import { statement } from "../../platform/db/statement.ts"
import type { Tx } from "../../platform/db/store.ts"

export interface MessageRow {
  id: number
  room_id: number
  content: string
  sender_id: number
  sender_uuid: string
  sender_name: string
  moderator_id: number | null
  type: MessageType
  created: number
  updated: number
  file_key: string | null
  file_name: string | null
  file_type: string | null
  file_size: number | null
  file_width: number | null
  file_height: number | null
  flagged: boolean
  seq: number
  created_seq: number
  client_id: string | null
  deleted: boolean
}

/** SQL of a column in milliseconds since 1970, the input of `time`. */
export const epoch = (column: string, name: string) => `(extract(epoch from ${column}) * 1000)::float8 as ${name}`

/** The columns of a message `m` and its sender `s`. */
export const messageColumns = `m.id, m.room_id, m.content, m.sender_id, s.uuid as sender_uuid,
  s.full_name as sender_name, m.moderator_id, m.type, ${epoch("m.created_at", "created")},
  ${epoch("m.updated_at", "updated")}, m.file_key, m.file_name,
  m.file_type, m.file_size, m.file_width, m.file_height, m.flagged, m.seq, m.created_seq, m.client_id,
  m.deleted_at is not null as deleted`

/** Presents a message for staff; `forMembers` removes the fields that members may not see. */
export function present(row: MessageRow): ChatMessage {
  return {
    id: row.id,
    chat_room_id: row.room_id,
    content: row.content,
    sender_id: row.sender_id,
    sender_uuid: row.sender_uuid,
    sender_name: row.sender_name,
    moderator_id: row.moderator_id,
    message_type: row.type,
    created_at: time(row.created),
    updated_at: time(row.updated),
    file_url: row.file_key && fileUrl(row.file_key),
    file_name: row.file_name,
    file_type: row.file_type,
    file_size: row.file_size,
    width: row.file_width,
    height: row.file_height,
    flagged: row.flagged,
    seq: row.seq,
    client_id: row.client_id,
    deleted: row.deleted,
  }
}

export function presentChange(row: MessageRow): Change {
  return row.deleted ? { id: row.id, seq: row.seq, deleted: true } : present(row)
}

/** Members do not see flags. */
export function forMembers<M extends Change>(message: M): M {
  if (!("flagged" in message)) return message
  const { flagged: _, ...rest } = message as ChatMessage
  return rest as M
}

/** Returns the text that moderation judges: that of the message, or a file's name without its extension. */
export const judgedText = ({ content, file_name }: Pick<ChatMessage, "content" | "file_name">) =>
  content || (file_name === null ? "" : stemOf(file_name))

export const stemOf = (fileName: string) => fileName.replace(/\.[^.]*$/, "")
export const fileUrl = (key: string) => `/api/chat/files/${key.slice(key.lastIndexOf("/") + 1)}`
/** Writes a time in the format of the contract's Timestamp. */
export const time = (milliseconds: number) => new Date(Math.floor(milliseconds)).toISOString()

export interface Page {
  headSeq: number
  messageCount: number
  reads: { user_id: number; last_message_id: number }[]
  rows: MessageRow[]
}

const shown = "m.deleted_at is null"

const lastPlace = 2 ** 31 - 1

/** SQL of the `created_seq` of a message, or the last place if it is not in the room. Ids have the same order. */
export const placeOf = (message: string, room: string) =>
  `coalesce((select p.created_seq from chat_messages p where p.id = ${message} and p.room_id = ${room}), ${lastPlace})`

/** SQL of a person's read mark in the room `r`: the `created_seq` of the last message read. */
export const readMark = (person: string) => `coalesce((
    select p.created_seq from chat_reads c join chat_messages p on p.id = c.last_message_id
    where c.room_id = r.id and c.user_id = ${person}), 0)`

/** SQL that counts a person's unread messages in the room `r`. */
export const waitingFor = (person: string) => `(select count(*) from chat_messages m
  where m.room_id = r.id and m.sender_id <> ${person} and m.deleted_at is null and m.created_seq > ${readMark(person)})`

/** SQL of the time of the first message of the member of the room `r` after the last answer. */
export const waitingSince = `(select m.created_at from chat_messages m
  where m.room_id = r.id and m.sender_id = r.user_id and m.deleted_at is null
    and m.created_seq > coalesce((select p.created_seq from chat_messages p
      where p.room_id = r.id and p.sender_id <> r.user_id and p.deleted_at is null
      order by p.created_seq desc limit 1), 0)
  order by m.created_seq limit 1)`

/** Reads the newest messages, oldest first. */
export const newestPage = (tx: Tx, roomId: number, limit: number, offset = 0) =>
  readPage(tx, "chat_newest", `${shown} order by m.created_seq desc limit $2 offset $3`, "x.created_seq", [
    roomId,
    limit,
    offset,
  ])

export const pageBefore = (tx: Tx, roomId: number, limit: number, messageId: number) =>
  readPage(
    tx,
    "chat_before",
    `${shown} and m.id < $3 and m.created_seq <= ${placeOf("$3", "r.id")} order by m.created_seq desc limit $2`,
    "x.created_seq",
    [roomId, limit, messageId],
  )

/** Reads messages before and after one, and the message itself. */
export const pageAround = (tx: Tx, roomId: number, limit: number, messageId: number) =>
  readPage(
    tx,
    "chat_around",
    `m.id in (
       (select c.id from chat_messages c where c.room_id = r.id and c.deleted_at is null
         and c.created_seq <= ${placeOf("$3", "r.id")} order by c.created_seq desc limit ($2 + 1) / 2)
       union all
       (select c.id from chat_messages c where c.room_id = r.id and c.deleted_at is null
         and c.created_seq > ${placeOf("$3", "r.id")} order by c.created_seq limit $2 / 2)
     )`,
    "x.created_seq",
    [roomId, limit, messageId],
  )

/** Reads the page after a message, oldest first. */
export const pageAfter = (tx: Tx, roomId: number, limit: number, messageId: number) =>
  readPage(
    tx,
    "chat_after",
    `${shown} and m.created_seq > ${placeOf("$3", "r.id")} order by m.created_seq limit $2`,
    "x.created_seq",
    [roomId, limit, messageId],
  )

/** Reads the newest flagged messages, oldest first. */
export const flaggedPage = (tx: Tx, roomId: number, limit: number, offset: number) =>
  readPage(
    tx,
    "chat_flagged",
    `${shown} and m.flagged order by m.created_seq desc limit $2 offset $3`,
    "x.created_seq",
    [roomId, limit, offset],
  )

/** Reads the changes since `seq`, in order: new messages, and changes to older ones, including deletions. */
export const changesSince = (tx: Tx, roomId: number, limit: number, seq: number) =>
  readPage(
    tx,
    "chat_since",
    `m.id in (
       (select c.id from chat_messages c where c.room_id = r.id and c.created_seq > $3 and c.seq = c.created_seq
         order by c.created_seq limit $2)
       union all
       (select c.id from chat_messages c where c.room_id = r.id and c.seq > $3 and c.seq <> c.created_seq
         order by c.seq limit $2)
     ) order by m.seq limit $2`,
    "x.seq",
    [roomId, limit, seq],
  )

/** Reads messages and counters of a room in one snapshot. */
async function readPage(tx: Tx, name: string, tail: string, order: string, params: unknown[]): Promise<Page> {
  const [page] = await statement<{
    head_seq: number
    message_count: number
    reads: Page["reads"] | null
    messages: MessageRow[] | null
  }>(
    tx,
    name,
    `select r.head_seq, r.message_count, (
       select json_agg(json_build_object('user_id', c.user_id, 'last_message_id', c.last_message_id)) from chat_reads c
       where c.room_id = r.id and c.user_id in (r.user_id, r.moderator_id)
     ) as reads, (
       select json_agg(row_to_json(x) order by ${order}) from (
         select ${messageColumns} from chat_messages m join users s on s.id = m.sender_id where m.room_id = r.id
           and ${tail}) x
     ) as messages
     from chat_rooms r where r.id = $1`,
    params,
  )
  const { head_seq: headSeq, message_count: messageCount, reads, messages } = page!
  return { headSeq, messageCount, reads: reads ?? [], rows: messages ?? [] }
}

export async function readMessage(tx: Tx, id: number): Promise<MessageRow | undefined> {
  const text = `select ${messageColumns} from chat_messages m join users s on s.id = m.sender_id where m.id = $1`
  return (await statement<MessageRow>(tx, "chat_message", text, [id]))[0]
}
