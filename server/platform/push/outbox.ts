import type { PushKind } from "#contract/push.ts"
import { after } from "../clock.ts"
import { statement } from "../db/statement.ts"
import type { Tx } from "../db/store.ts"

export interface NewPush {
  userId: number
  kind: PushKind
  /** A path on this site. */
  link: string
  /** A later notice with the same tag replaces this one on the screen. */
  tag: string
  /** Not sent once the person has read everything in this room. */
  roomId?: number
  /** Not sent once this notification has been read. */
  notificationId?: number
  /** The preference that allows it; null for what was asked for. */
  preference: Preference | null
}

export type Preference =
  | "push_messages"
  | "push_orders"
  | "push_memberships"
  | "tell_messages"
  | "tell_flagged"
  | "tell_orders"
  | "tell_paid_orders"
  | "tell_stock"

/** One row for each browser in which the person is signed in; none where the preference is off. */
const insert = `
  insert into push_outbox (subscription_id, kind, link, tag, room_id, notification_id, created_at, next_attempt_at)
  select s.id, n.kind, n.link, n.tag, n."roomId", n."notificationId", $2, $3
  from json_to_recordset($1::json)
    as n("userId" int, kind text, link text, tag text, "roomId" int, "notificationId" int, preference text)
  join push_subscriptions s on s.user_id = n."userId"
  join sessions e on e.id = s.session_id and e.revoked_at is null and e.expires_at > $2
  left join preferences p on p.user_id = n."userId"
  where coalesce(case n.preference
    when 'push_messages' then p.push_messages
    when 'push_orders' then p.push_orders
    when 'push_memberships' then p.push_memberships
    when 'tell_messages' then p.tell_messages
    when 'tell_flagged' then p.tell_flagged
    when 'tell_orders' then p.tell_orders
    when 'tell_paid_orders' then p.tell_paid_orders
    when 'tell_stock' then p.tell_stock end, true)
  and ($4::int is null or s.session_id = $4)`

/**
 * Adds notices to the outbox in the caller's transaction: they are sent if and only if it commits, after `wait`
 * milliseconds. `only`: to the browser of this session.
 */
export async function enqueuePush(
  tx: Tx,
  notices: NewPush[],
  { wait = 0, only = null }: { wait?: number; only?: number | null } = {},
): Promise<void> {
  const now = tx.now()
  const moments = [now, after(now, wait)].map((moment) => moment.toISOString())
  await statement(tx, "push_enqueue", insert, [JSON.stringify(notices), ...moments, only])
}
