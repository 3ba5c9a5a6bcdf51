import type { FoundMessages, MessageSearch } from "#contract/desk.ts"
import { assertModerator } from "../../conversation/chat/policy.ts"
import { epoch, time } from "../../conversation/chat/rows.ts"
import type { Actor } from "../../platform/auth/actor.ts"
import { statement } from "../../platform/db/statement.ts"
import type { Store } from "../../platform/db/store.ts"
import { excerptOf, queryOf, wordsOf } from "./words.ts"

const perPage = 20
/** The number of the shop's newest messages that are searched before the index is used. */
const newest = 5000

interface Row {
  id: number
  room_id: number
  by_member: boolean
  member_name: string
  doll_name: string
  created: number
  content: string
  file_name: string | null
}

/** $1 is the moderator, $2 the query, $3 the id before which messages are searched, $4 their maximum number. */
const found = (words: string) => `
  select m.id, m.room_id, m.sender_id = r.user_id as by_member, u.full_name as member_name, d.name as doll_name,
    ${epoch("m.created_at", "created")}, m.content, m.file_name
  from (
    select w.message_id from (${words}) w join chat_rooms r on r.id = w.room_id and r.moderator_id = $1
      join chat_messages m on m.id = w.message_id and m.deleted_at is null
    where w.words @@ $2::tsquery order by w.message_id desc limit $4
  ) w join chat_messages m on m.id = w.message_id join chat_rooms r on r.id = m.room_id
    join users u on u.id = r.user_id join dolls d on d.id = r.doll_id
  order by m.id desc`

/** A frequent word is found among the newest messages; the index would return all messages that contain it. */
const amongNewest = found(`select * from chat_words where message_id < $3 order by message_id desc limit ${newest}`)
const amongAll = found("select * from chat_words where words @@ $2::tsquery and message_id < $3")

/** Finds the messages of a moderator's rooms that have all of the words, newest first. */
export async function searchMessages(store: Store, actor: Actor, { q, before }: MessageSearch): Promise<FoundMessages> {
  assertModerator(actor)
  const words = wordsOf(q)
  if (words.length === 0) return { items: [], next: null }
  const models = await statement<{ id: number }>(
    store,
    "desk_models",
    "select distinct doll_id as id from chat_rooms where moderator_id = $1",
    [actor.id],
  )
  if (models.length === 0) return { items: [], next: null }
  const query = `(${queryOf(words)}) & (${models.map(({ id }) => `'#${id}'`).join(" | ")})`
  const params = [actor.id, query, before ?? 2 ** 31 - 1, perPage + 1]
  let rows = await statement<Row>(store, "", amongNewest, params)
  if (rows.length <= perPage) rows = await statement<Row>(store, "", amongAll, params)
  const shown = rows.slice(0, perPage)
  return {
    items: shown.map((row) => ({
      id: row.id,
      chat_room_id: row.room_id,
      by_member: row.by_member,
      member_name: row.member_name,
      doll_name: row.doll_name,
      created_at: time(row.created),
      excerpt: excerptOf(row.content || row.file_name || "", words),
    })),
    next: rows.length > perPage ? shown.at(-1)!.id : null,
  }
}

/**
 * $1 is the batch size. Messages newer than $2 may still be missing, because ids are not committed in their order, so
 * the mark stays behind them, and those after it are read again. Punctuation is removed to get the same words as in a
 * query: PostgreSQL would keep "ORD-104233", an address or 12.5 as one, which no query has.
 */
const indexing = `
  with known as (select message_id from chat_words_until for update skip locked),
  found as (
    select m.id, m.room_id, r.doll_id, m.created_at,
      regexp_replace(normalize(coalesce(nullif(m.content, ''), m.file_name, '')), '[[:punct:]]', ' ', 'g') as text
    from chat_messages m join chat_rooms r on r.id = m.room_id
    where m.id > (select message_id from known) and m.deleted_at is null
      and not exists (select from chat_words w where w.message_id = m.id)
    order by m.id limit $1
  ), added as (
    insert into chat_words (message_id, room_id, words)
    select id, room_id, to_tsvector('simple', text) || array_to_tsvector(array['#' || doll_id]) from found
    on conflict do nothing
  ), forgotten as (
    delete from chat_words w using chat_messages m
    where w.message_id > (select message_id from known) and m.id = w.message_id and m.deleted_at is not null
  ), settled as (
    select case when (select count(*) from found) = $1 then (select max(id) from found where created_at < $2::timestamptz)
      else (select m.id from chat_messages m where m.id > (select message_id from known)
        and m.created_at < $2::timestamptz order by m.id desc limit 1) end as id
  ), moved as (
    update chat_words_until set message_id = settled.id from settled where settled.id is not null
  )
  select`

/** The maximum number of messages indexed in a run: indexing costs more than sending, so a flood waits. */
const batch = 2000
/** The longest time that storing a message takes, in milliseconds. */
const settling = 60_000

/** Adds the words of the next messages to the index, on one node at a time. */
export async function indexMessages(store: Store): Promise<void> {
  const settled = new Date(store.now().getTime() - settling).toISOString()
  await store.transaction((tx) => statement(tx, "", indexing, [batch, settled]))
}
