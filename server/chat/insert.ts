import type { MessageType } from "#contract/chat.ts"
import type { Person } from "../accounts/actor.ts"
import { statement } from "../db/statement.ts"
import { type Store, type Tx, violates } from "../db/store.ts"
import { servingAllowances } from "../membership/allowance.ts"
import { allowedBy, type Judgement } from "../moderation/moderation.ts"
import type { StoredFile } from "./files.ts"

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

export interface Place {
  id: number
  seq: number
  moderatorId: number | null
  otherId: number | null
  isFirstUnread: boolean
}

export interface Stored {
  at: string
  places: Map<Draft, Place>
}

/** Those that can be stored without a second look; the rest is missing in the answer. */
export async function insertTogether(store: Store, drafts: Draft[]): Promise<Stored> {
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

/** Under its own transaction, whatever it is; missing in the answer when its room does not take it. */
export async function insertOne(tx: Tx, draft: Draft): Promise<Stored> {
  const at = tx.now().toISOString()
  const [answer] = await statement<Answer>(tx, "chat_store", storeOne, [rowOf(draft), at])
  return { at, places: placesOf([draft], answer!) }
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

const numbers = (list: string | null): number[] => (list === null ? [] : JSON.parse(`[${list.slice(1, -1)}]`))
