import { eq } from "drizzle-orm"
import { notificationTexts } from "#contract/buyingText.ts"
import type { Bus } from "../../platform/bus/bus.ts"
import { after, hours, minutes, seconds } from "../../platform/clock.ts"
import { statement } from "../../platform/db/statement.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import { notify } from "../../platform/notifications/notifications.ts"
import { enqueuePush } from "../../platform/push/outbox.ts"
import { noticeOf } from "./messagePush.ts"
import { lockRoom, roomLink } from "./messages.ts"
import type { RoomRow } from "./policy.ts"
import type { Online } from "./rooms.ts"
import { readMark } from "./rows.ts"
import { chatRooms } from "./tables.ts"

/** Notifies an offline member of the first unread message, without its text. */
export interface MissedMessages {
  notifyMember(roomId: number): Promise<void>
  /**
   * Writes the notifications that a node failed to write because it was killed or lost its database after storing the
   * message.
   */
  catchUp(): Promise<void>
}

/** A message of this age has its notification, unless its node failed. */
const minAge = seconds(30)
/** The period that the first run covers. */
const maxLookback = hours(1)
/** The time after the start, or after the nodes were disconnected, until presence is known. */
const presenceSettleTime = minutes(1)

export function createMissedMessages(store: Store, bus: Bus, online: Online): MissedMessages {
  let from = after(store.now(), -maxLookback)
  let readyAt = after(store.now(), presenceSettleTime)
  bus.onReconnect(() => {
    readyAt = after(store.now(), presenceSettleTime)
  })
  return { notifyMember, catchUp }

  async function notifyMember(roomId: number): Promise<void> {
    await store.transaction(async (tx) => {
      const [room] = await tx.db.select().from(chatRooms).where(eq(chatRooms.id, roomId))
      await write(tx, room!)
    })
  }

  async function catchUp(): Promise<void> {
    if (!bus.up || store.now() < readyAt) return
    const to = after(store.now(), -minAge)
    const rooms = await statement<{ id: number; user: number }>(store, "", selectUnnotified(answered), [
      from.toISOString(),
      to.toISOString(),
    ])
    for (const { id, user } of rooms) {
      if (online(user)) continue
      await store.transaction(async (tx) => {
        // If two nodes do this at once, the second one finds the notification written.
        const room = await lockRoom(tx, id)
        const still = await statement(tx, "", selectUnnotified("id = $2"), [from.toISOString(), id])
        if (!room || still.length === 0) return
        await write(tx, room)
        await enqueuePush(tx, [noticeOf({ userId: room.userId, roomId: id, isMember: true })])
      })
    }
    from = to
  }
}

async function write(tx: Tx, room: RoomRow): Promise<void> {
  await notify(tx, room.userId, { kind: "new_message", ...notificationTexts.newMessage, link: roomLink(room) })
}

/** The condition for rooms in which moderators wrote in that time; it uses their index. */
const answered =
  "id in (select room_id from chat_messages where sender_id = moderator_id and created_at > $1 and created_at <= $2)"

/** Selects rooms whose first unread message for the member came after $1, and which have no notification since. */
const selectUnnotified = (rooms: string) => `
  select r.id, r.user_id as "user" from (select * from chat_rooms where user_unread > 0 and ${rooms}) r
  cross join lateral (select m.created_at from chat_messages m
    where m.room_id = r.id and m.sender_id <> r.user_id and m.deleted_at is null
      and m.created_seq > ${readMark("r.user_id")}
    order by m.created_seq limit 1) first
  where first.created_at > $1 and not exists (select from notifications n where n.user_id = r.user_id
    and n.link = '/model-chat/' || r.doll_id || '?roomId=' || r.id and n.created_at >= first.created_at)`
