import { eq } from "drizzle-orm"
import { noticeTexts } from "#contract/buyingText.ts"
import type { Bus } from "../bus/bus.ts"
import { after, hours, minutes, seconds } from "../clock.ts"
import { statement } from "../db/statement.ts"
import type { Store, Tx } from "../db/store.ts"
import { notify } from "../notifications/notifications.ts"
import { lockRoom, roomLink } from "./messages.ts"
import type { RoomRow } from "./policy.ts"
import type { Online } from "./rooms.ts"
import { readMark } from "./rows.ts"
import { chatRooms } from "./tables.ts"

/** A member who is nowhere to be seen finds a notice of the first message that waits, without a word of it. */
export interface Absent {
  notice(roomId: number): Promise<void>
  /** Writes the notices that a node did not write because it was killed, or lost its database, once the message was stored. */
  catchUp(): Promise<void>
}

/** What was stored so long ago has its notice, if ever it gets one from whoever stored it. */
const settled = seconds(30)
/** How far back the first look goes. */
const furthest = hours(1)
/** Who is there is known so long after the start, or after the nodes have not heard each other. */
const acquainted = minutes(1)

export function createAbsent(store: Store, bus: Bus, online: Online): Absent {
  let from = after(store.now(), -furthest)
  let surely = after(store.now(), acquainted)
  bus.onReturn(() => {
    surely = after(store.now(), acquainted)
  })
  return { notice, catchUp }

  async function notice(roomId: number): Promise<void> {
    await store.transaction(async (tx) => {
      const [room] = await tx.db.select().from(chatRooms).where(eq(chatRooms.id, roomId))
      await write(tx, room!)
    })
  }

  async function catchUp(): Promise<void> {
    if (!bus.up || store.now() < surely) return
    const to = after(store.now(), -settled)
    const rooms = await statement<{ id: number; user: number }>(store, "", unnoticedAmong(answered), [
      from.toISOString(),
      to.toISOString(),
    ])
    for (const { id, user } of rooms) {
      if (online(user)) continue
      await store.transaction(async (tx) => {
        // Of two nodes the later one finds it written.
        const room = await lockRoom(tx, id)
        const still = await statement(tx, "", unnoticedAmong("id = $2"), [from.toISOString(), id])
        if (room && still.length > 0) await write(tx, room)
      })
    }
    from = to
  }
}

async function write(tx: Tx, room: RoomRow): Promise<void> {
  await notify(tx, room.userId, { kind: "new_message", ...noticeTexts.newMessage, link: roomLink(room) })
}

/** Rooms in which moderators have written in that time: by their index. */
const answered =
  "id in (select room_id from chat_messages where sender_id = moderator_id and created_at > $1 and created_at <= $2)"

/** Where the first message that waits for the member came after $1, and no notice of the room has come since. The link is `roomLink`. */
const unnoticedAmong = (rooms: string) => `
  select r.id, r.user_id as "user" from (select * from chat_rooms where user_unread > 0 and ${rooms}) r
  cross join lateral (select m.created_at from chat_messages m
    where m.room_id = r.id and m.sender_id <> r.user_id and m.deleted_at is null and m.created_seq > ${readMark("r.user_id")}
    order by m.created_seq limit 1) first
  where first.created_at > $1 and not exists (select from notifications n where n.user_id = r.user_id
    and n.link = '/model-chat/' || r.doll_id || '?roomId=' || r.id and n.created_at >= first.created_at)`
