import { after, minutes } from "../../platform/clock.ts"
import { statement } from "../../platform/db/statement.ts"
import type { Store } from "../../platform/db/store.ts"
import { publishUnread } from "./events.ts"
import { lockRoom } from "./messages.ts"
import { peopleOf } from "./policy.ts"
import { waitingFor, waitingSince } from "./rows.ts"

/** Nobody waits in a room that is frozen for good. */
const waits = `case when r.frozen_at is null then ${waitingSince} else r.waiting_since end`

const differing = `
  select r.id from chat_rooms r where r.last_activity_at > $1::timestamptz
    and (r.user_unread <> ${waitingFor("r.user_id")}
    or (r.moderator_id is not null and r.moderator_unread <> ${waitingFor("r.moderator_id")})
    or r.waiting_since is distinct from ${waits}) limit 500`

const counting = `
  update chat_rooms r set waiting_since = ${waits}, user_unread = ${waitingFor("r.user_id")},
    moderator_unread = case when r.moderator_id is null then r.moderator_unread else ${waitingFor("r.moderator_id")} end
  where r.id = $1`

/**
 * Recounts the unread messages and the waiting time of recently active rooms: an older node that runs at the same time
 * keeps its counts elsewhere, and no waiting time.
 */
export async function recount(store: Store): Promise<number> {
  const since = after(store.now(), -minutes(20)).toISOString()
  const rooms = await statement<{ id: number }>(store, "chat_differing", differing, [since])
  for (const { id } of rooms) {
    await store.transaction(async (tx) => {
      const room = await lockRoom(tx, id)
      await statement(tx, "chat_counting", counting, [id])
      if (room) publishUnread(tx, peopleOf(room))
    })
  }
  return rooms.length
}
