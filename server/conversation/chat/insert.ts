import type { MessageType } from "#contract/chat.ts"
import { servingAllowances } from "../../people/membership/allowance.ts"
import type { Person } from "../../platform/auth/actor.ts"
import { statement } from "../../platform/db/statement.ts"
import { type Store, type Tx, violates } from "../../platform/db/store.ts"
import { allowedBy, type Judgement } from "../../platform/moderation/moderation.ts"
import type { StoredFile } from "./files.ts"

/** A message that has been judged and whose sender was allowed to write when last checked. */
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
 * Locks the rooms in the order of their ids, then assigns the next `seq` and id, inserts the row, and adds one to the
 * other side's unread count. `allowed` omits a row of `source` whose sender may not write in its room. Each step
 * carries the columns that later steps need: a join of CTE results would be a nested loop.
 */
const storing = (source: string) => `
  moved as (
    update chat_rooms r set head_seq = r.head_seq + 1, message_count = r.message_count + 1,
      last_activity_at = $2::timestamptz,
      user_unread = r.user_unread + (i.sender_id <> r.user_id)::int,
      moderator_unread = r.moderator_unread + (i.sender_id = r.user_id)::int,
      waiting_since = case when i.sender_id = r.user_id then coalesce(r.waiting_since, $2::timestamptz) end,
      snoozed_until = case when i.sender_id <> r.user_id then r.snoozed_until end
    from (select * from ${source} order by room_id) i
    where r.id = i.room_id and r.frozen_at is null and (i.sender_id = r.user_id or i.sender_id = r.moderator_id)
      and not exists (select from users s where s.id = i.sender_id and s.suspended_at is not null)
      and i.counted = (i.of_user and r.moderator_id is not null)
    returning i.*, r.head_seq as seq, r.moderator_id,
      case when i.sender_id = r.user_id then r.moderator_id else r.user_id end as other_id,
      case when i.sender_id = r.user_id then r.moderator_unread else r.user_unread end as unread
  ), allowed as (
    select *, nextval('chat_messages_id_seq')::int as id from moved
  ), stored as (
    insert into chat_messages (id, room_id, sender_id, moderator_id, client_id, seq, created_seq, type, content,
      file_key, file_name,
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
 * Stores a batch in one statement, which is its own transaction and one round trip. The answer omits messages that are
 * not plain: the allowance is used up or has no row yet, or the `client_id` is among the `known`. While a room has no
 * moderator, nobody could answer, and a message in it is not counted.
 *
 * By the time `storing` runs, the allowances have been taken. If a room was frozen or reassigned since its sender was
 * checked or the message was counted, its message is not stored, and its allowance must not stay taken. Only an error
 * undoes what a statement has done, and SQL outside of a function has no command that raises one. So the last column is
 * `1 / true::int` if all messages are stored, and `1 / false::int`, a division by zero, if not. `write.ts` then stores
 * each message alone.
 */
const storingTogether = (known: string) => `
  with input as (
    select n::int - 1 as n, room_id, sender_id,
      of_user, of_user and (select r.moderator_id is not null from chat_rooms r where r.id = t.room_id) as counted,
      client_id, 'TEXT' as type, content, judged_by,
      false as flagged,
      null::text as file_key, null::text as file_name, null::text as file_type,
      null::int as file_size, null::int as file_width, null::int as file_height
    from unnest($1::int[], $3::int[], $4::boolean[], $5::text[], $6::text[], $7::text[]) with ordinality
      as t(room_id, sender_id, of_user, client_id, content, judged_by, n)
    ${known}
  ), counting as (select sender_id as user_id, 'messages' as kind from input where counted),
  ${servingAllowances("counting", "$2::timestamptz")},
  ready as (select * from input where not counted or sender_id in (select user_id from served)),
  ${storing("ready")}
  select answer.*, 1 / ((select count(*) from allowed) = (select count(*) from ready))::int as are_all_stored
    from answer`

/**
 * Fails with `chat_messages_client` if a message was sent before: that is rare, and checking first costs as much as
 * storing.
 */
const storeTogether = storingTogether("")
const storeUnknown = storingTogether(
  "where not exists (select from chat_messages m where m.sender_id = t.sender_id and m.client_id = t.client_id)",
)

const storeOne = `
  with input as (
    select 0 as n, * from json_to_record($1::json) as t(room_id int, sender_id int, of_user boolean,
      counted boolean, client_id text, type text, content text, flagged boolean,
      judged_by text, file_key text, file_name text, file_type text, file_size int, file_width int, file_height int)
  ), ${storing("input")}, kept as (
    delete from chat_file_ends where file_key in (select file_key from allowed where file_key is not null)
  )
  select * from answer`

/** Parallel arrays of numbers in PostgreSQL's text format; null when there are none. */
type Answer = Record<"n" | "id" | "seq" | "moderator_id" | "other_id" | "first_unread", string | null>

export interface InsertedMessage {
  id: number
  seq: number
  moderatorId: number | null
  otherId: number | null
  isFirstUnread: boolean
}

export interface Stored {
  at: string
  inserted: Map<Draft, InsertedMessage>
}

/** Stores the messages that need no further check; the answer omits the others. */
export async function insertTogether(store: Store, drafts: Draft[]): Promise<Stored> {
  const plain = drafts.filter(isPlain)
  const at = store.now().toISOString()
  if (plain.length === 0) return { at, inserted: new Map() }
  const input = columnsOf(plain, at)
  const [answer] = await statement<Answer>(store, "chat_together", storeTogether, input).catch((error: unknown) => {
    if (!violates(error, "chat_messages_client")) throw error
    return statement<Answer>(store, "chat_unknown", storeUnknown, input)
  })
  return { at, inserted: insertedOf(plain, answer!) }
}

const selectUnlocked = `
  select coalesce((select json_agg(id) from (
      select id from chat_rooms where id = any($1::int[]) order by id for no key update skip locked) r), '[]') as rooms,
    coalesce((select json_agg(user_id) from (
      select p.user_id from membership_periods p join allowance_uses u on u.period_id = coalesce(p.part_of, p.id)
        and u.kind = 'messages'
      where p.user_id = any($2::int[]) for no key update of u skip locked) a), '[]') as senders`

/** The messages whose room and allowance are not locked by another transaction. */
export async function findUnlocked(store: Store, drafts: Draft[]): Promise<Set<Draft>> {
  const counted = drafts.filter(({ sender }) => sender.role === "user")
  const [found] = await statement<{ rooms: number[]; senders: number[] }>(store, "chat_free", selectUnlocked, [
    listOf(drafts, ({ roomId }) => roomId),
    listOf(counted, ({ sender }) => sender.id),
  ])
  const [rooms, senders] = [new Set(found!.rooms), new Set(found!.senders)]
  const isFree = ({ roomId, sender }: Draft) => rooms.has(roomId) && (sender.role !== "user" || senders.has(sender.id))
  return new Set(drafts.filter(isFree))
}

/**
 * Stores a message of any kind in the caller's transaction, which has taken it from the allowance if it is `counted`. The
 * answer omits it if its room does not accept it, or was given to a moderator or lost its moderator meanwhile.
 */
export async function insertOne(tx: Tx, draft: Draft, counted: boolean): Promise<Stored> {
  const at = tx.now().toISOString()
  const [answer] = await statement<Answer>(tx, "chat_store", storeOne, [rowOf(draft, counted), at])
  return { at, inserted: insertedOf([draft], answer!) }
}

const isPlain = ({ type, judgement }: Draft) => type === "TEXT" && allowedBy(judgement) !== null

/** Each column as a PostgreSQL array literal. */
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

const rowOf = ({ roomId, sender, clientId, type, content, file, judgement }: Draft, counted: boolean) =>
  JSON.stringify({
    room_id: roomId,
    sender_id: sender.id,
    of_user: sender.role === "user",
    counted,
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

function insertedOf(drafts: Draft[], answer: Answer): Map<Draft, InsertedMessage> {
  const [ids, seqs, moderators, others] = [answer.id, answer.seq, answer.moderator_id, answer.other_id].map(numbers)
  const firstUnread = new Set(numbers(answer.first_unread))
  const inserted = new Map<Draft, InsertedMessage>()
  for (const [i, n] of numbers(answer.n).entries()) {
    const draft = drafts[n]!
    inserted.set(draft, {
      id: ids![i]!,
      seq: seqs![i]!,
      moderatorId: moderators![i] || null,
      otherId: others![i] || null,
      isFirstUnread: firstUnread.has(draft.roomId),
    })
  }
  return inserted
}

const numbers = (list: string | null): number[] => (list === null ? [] : JSON.parse(`[${list.slice(1, -1)}]`))
