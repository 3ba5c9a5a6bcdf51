import { and, count, eq } from "drizzle-orm"
import type { ChatRoom, ChatRoomDetail, ModeratorRoomQuery, RoomContext } from "#contract/chat.ts"
import { pageSize } from "#contract/messageRules.ts"
import { t } from "#contract/t.ts"
import type { Actor, Person } from "../../platform/auth/actor.ts"
import { assertNotSuspended } from "../../platform/auth/actor.ts"
import { stageOf } from "../../platform/auth/present.ts"
import { users } from "../../platform/auth/tables.ts"
import { searchPattern } from "../../platform/db/search.ts"
import { statement } from "../../platform/db/statement.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import { fromCents } from "../../platform/money.ts"
import { notFound } from "../../platform/refusal.ts"
import { orders } from "../../sales/orders/tables.ts"
import { type ImageRow, presentPicture, primaryImageOf } from "../../shopfront/catalog/rows.ts"
import { dolls, isVisible, visibleIn } from "../../shopfront/catalog/tables.ts"
import { auditReading } from "./audit.ts"
import { assertMember, assertModerator, assertNotMoved, type Entered, enter } from "./policy.ts"
import type { Presence } from "./presence.ts"
import { epoch, forMembers, type MessageRow, messageColumns, newestPage, present, time } from "./rows.ts"
import { chatRooms } from "./tables.ts"

export type Online = Presence["online"]
/** The values that a room's presentation needs in addition to its row. */
export interface RoomFacts {
  online: Online
  now(): Date
  /** Returns when a member who has waited since then should have an answer. */
  answerDue(since: Date): Date
}

interface Row {
  id: number
  doll_id: number
  doll_name: string
  doll_price: number | null
  image: ImageRow | null
  moderator_id: number | null
  moderator_name: string | null
  user_id: number
  user_uuid: string
  user_name: string
  head_seq: number
  frozen: boolean
  created: number
  active: number
  read: number
  unread: number
  other_read: number
  last: MessageRow | null
  flagged: number
  waiting: number | null
  snoozed: number | null
  handed: boolean
}

/** $1 is the reader. */
const rooms = `
  select r.id, r.doll_id, d.name as doll_name,
    case when ${visibleIn("d")} then d.price_cents end as doll_price, r.moderator_id, a.full_name as moderator_name, r.user_id,
    u.uuid as user_uuid,
    u.full_name as user_name, r.head_seq, r.frozen_at is not null as frozen,
    ${epoch("r.waiting_since", "waiting")}, ${epoch("r.snoozed_until", "snoozed")},
    r.handed_over_at is not null as handed,
    ${epoch("r.created_at", "created")}, ${epoch("r.last_activity_at", "active")},
    coalesce(mine.last_message_id, 0) as read, coalesce(other.last_message_id, 0) as other_read,
    case $1 when r.user_id then r.user_unread when r.moderator_id then r.moderator_unread else 0 end as unread,
    ${primaryImageOf("d.id")} as image,
    (select row_to_json(x) from (select ${messageColumns} from chat_messages m join users s on s.id = m.sender_id
     where m.room_id = r.id and m.deleted_at is null order by m.created_seq desc limit 1) x) as last,
    (select count(*)::int from chat_messages f where f.room_id = r.id and f.flagged and f.deleted_at is null) as flagged
  from chat_rooms r join dolls d on d.id = r.doll_id join users u on u.id = r.user_id
    left join users a on a.id = r.moderator_id
  left join chat_reads mine on mine.room_id = r.id and mine.user_id = $1
  left join chat_reads other on other.room_id = r.id
    and other.user_id = case when r.user_id = $1 then r.moderator_id else r.user_id end`

export interface Opened {
  room: ChatRoom
  isNew: boolean
}

/**
 * Opens a room: there is one per member and model, which repeated calls return. Throws NOT_FOUND for a model that is
 * not visible, MEMBERS_ONLY on the free level.
 */
export async function openRoom(store: Store, actor: Actor, dollId: number, facts: RoomFacts): Promise<Opened> {
  assertMember(actor)
  return store.transaction(async (tx) => {
    const mine = and(eq(chatRooms.userId, actor.id), eq(chatRooms.dollId, dollId))
    const [known] = await tx.db.select({ id: chatRooms.id }).from(chatRooms).where(mine)
    if (known) return { room: await readRoomOf(tx, actor, known.id, facts), isNew: false }
    assertNotSuspended(actor)
    // The lock keeps the moderator until the room is inserted: a reassignment updates only existing rooms.
    const [doll] = await tx.db
      .select({ moderatorId: dolls.moderatorId })
      .from(dolls)
      .where(and(eq(dolls.id, dollId), isVisible))
      .for("share")
    if (!doll) throw notFound(t`Model not found`)
    const now = tx.now()
    const [made] = await tx.db
      .insert(chatRooms)
      .values({ userId: actor.id, dollId, moderatorId: doll.moderatorId, lastActivityAt: now, createdAt: now })
      .onConflictDoNothing()
      .returning({ id: chatRooms.id })
    const [there] = made ? [made] : await tx.db.select({ id: chatRooms.id }).from(chatRooms).where(mine)
    return { room: await readRoomOf(tx, actor, there!.id, facts), isNew: made !== undefined }
  })
}

export interface Listed {
  items: ChatRoom[]
  total: number
}

export async function listOwnRooms(
  tx: Tx,
  actor: Actor,
  { skip, limit }: { skip: number; limit: number },
  facts: RoomFacts,
): Promise<Listed> {
  assertMember(actor)
  const text = `${rooms} where r.user_id = $1 order by r.last_activity_at desc, r.id desc limit $2 offset $3`
  const rows = await statement<Row>(tx, "chat_rooms_own", text, [actor.id, limit, skip])
  const [counted] = await tx.db.select({ total: count() }).from(chatRooms).where(eq(chatRooms.userId, actor.id))
  return { items: rows.map((row) => presentRoom(row, actor, facts)), ...counted! }
}

export async function listModeratorRooms(
  tx: Tx,
  actor: Actor,
  { skip, limit, queue, doll_id: dollId, q }: ModeratorRoomQuery,
  facts: RoomFacts,
): Promise<Listed> {
  assertModerator(actor)
  const words = q?.trim()
  const now = "$5::timestamptz"
  const where = [
    "r.moderator_id = $1",
    // PostgreSQL cannot infer the type of an unused parameter, and only some queues use this one.
    `${now} is not null`,
    queue === "unread" && "r.moderator_unread > 0",
    queue === "waiting" && "r.waiting_since is not null and r.frozen_at is null",
    queue === "snoozed"
      ? `r.snoozed_until > ${now}`
      : queue && queue !== "flagged" && `(r.snoozed_until is null or r.snoozed_until <= ${now})`,
    queue === "flagged" &&
      "exists (select from chat_messages f where f.room_id = r.id and f.flagged and f.deleted_at is null)",
    "($4::int is null or r.doll_id = $4)",
    words && "(lower(u.full_name) ~ $6 or lower(d.name) ~ $6)",
  ]
  const order = {
    waiting: (table: string) => `${table}.waiting_since, ${table}.id`,
    snoozed: (table: string) => `${table}.snoozed_until, ${table}.id`,
    newest: (table: string) => `${table}.last_activity_at desc, ${table}.id desc`,
  }[queue === "waiting" || queue === "snoozed" ? queue : "newest"]
  const named = words ? "join users u on u.id = r.user_id join dolls d on d.id = r.doll_id" : ""
  // The page is selected first, so that the columns of the list are read only for its rooms.
  const text = `with mine as materialized (
      select r.id, r.last_activity_at, r.waiting_since, r.snoozed_until from chat_rooms r ${named} where ${where.filter(Boolean).join(" and ")}
    ), page as (select id from mine order by ${order("mine")} limit $2 offset $3)
    select found.*, (select count(*)::int from mine) as total from (${rooms}
      where r.id in (select id from page)) found join mine on mine.id = found.id order by ${order("mine")}`
  const params = [
    actor.id,
    limit,
    skip,
    dollId ?? null,
    tx.now().toISOString(),
    ...(words ? [searchPattern(words)] : []),
  ]
  const name = `chat_rooms_${queue ?? "all"}${words ? "_named" : ""}`
  const found = await statement<Row & { total: number }>(tx, name, text, params)
  return { items: found.map((row) => presentRoom(row, actor, facts)), total: found[0]?.total ?? 0 }
}

/** Returns the room with its newest messages. Reading by an admin is audited. */
export async function getRoom(store: Store, actor: Actor, roomId: number, facts: RoomFacts): Promise<ChatRoomDetail> {
  await assertNotMoved(store, actor, roomId)
  const entered = await enter(store, actor, roomId)
  await auditReading(store, entered)
  // The counter is read first: messages that arrive in between may be sent twice, but are never lost.
  const room = await readRoomOf(store, entered.person, roomId, facts)
  const page = await newestPage(store, roomId, pageSize)
  const messages = page.rows.map(present)
  return {
    ...room,
    messages: entered.roomRole === "member" ? messages.map(forMembers) : messages,
    has_more: page.rows.length === pageSize,
    ...(entered.roomRole === "member" ? {} : { context: await contextOf(store, entered) }),
  }
}

export async function readRoomOf(tx: Tx, person: Person, roomId: number, facts: RoomFacts): Promise<ChatRoom> {
  const [row] = await statement<Row>(tx, "chat_room", `${rooms} where r.id = $2`, [person.id, roomId])
  return presentRoom(row!, person, facts)
}

/** Returns the details of the member and the model, for the moderator. */
async function contextOf(tx: Tx, { room }: Entered): Promise<RoomContext> {
  const [user] = await tx.db.select().from(users).where(eq(users.id, room.userId))
  const [doll] = await tx.db.select().from(dolls).where(eq(dolls.id, room.dollId))
  const [counted] = await tx.db.select({ orders: count() }).from(orders).where(eq(orders.userId, room.userId))
  return {
    membership_level: stageOf(user!, tx.now()).level,
    member_since: user!.createdAt.toISOString(),
    orders_count: counted!.orders,
    has_left: user!.deletedAt !== null,
    model: {
      id: doll!.id,
      name: doll!.name,
      price: fromCents(doll!.priceCents),
      doll_category: doll!.category,
      doll_height: doll!.heightCm,
      doll_material: doll!.material,
      doll_weight: doll!.weightKg,
      stock: doll!.stock,
      is_available: doll!.isAvailable && doll!.deletedAt === null,
    },
  }
}

/** The time of a snooze that lasts until the member writes. */
export const untilAnswered = new Date("9999-12-31T00:00:00.000Z")

function snoozedOf(until: number | null, now: Date): ChatRoom["snoozed"] {
  if (until === null || until <= now.getTime()) return null
  return { until: until === untilAnswered.getTime() ? null : time(until) }
}

function presentRoom(row: Row, person: Person, { online, now, answerDue }: RoomFacts): ChatRoom {
  const isMember = person.role === "user"
  const last = row.last && (isMember ? forMembers(present(row.last)) : present(row.last))
  const other = person.id === row.user_id ? row.moderator_id : row.user_id
  return {
    id: row.id,
    doll_id: row.doll_id,
    doll: {
      id: row.doll_id,
      name: row.doll_name,
      price: row.doll_price === null ? null : fromCents(row.doll_price),
      ...presentPicture(row.image),
    },
    moderator_id: row.moderator_id,
    moderator: row.moderator_id === null ? null : { id: row.moderator_id, full_name: row.moderator_name! },
    user_id: row.user_id,
    user: { id: row.user_id, uuid: row.user_uuid, full_name: row.user_name },
    latest_message: last && (last.content || last.file_name),
    last_message: last,
    unread_count: row.unread,
    created_at: time(row.created),
    last_activity_at: time(row.active),
    head_seq: row.head_seq,
    frozen: row.frozen,
    last_read_message_id: row.read,
    other_read_message_id: row.other_read,
    other_online: other !== null && online(other),
    ...(isMember
      ? {}
      : {
          flagged_count: row.flagged,
          waiting_since: row.waiting === null ? null : time(row.waiting),
          answer_due_at: row.waiting === null ? null : answerDue(new Date(row.waiting)).toISOString(),
          snoozed: snoozedOf(row.snoozed, now()),
          handed_over: row.handed,
        }),
  }
}
