import { randomUUID } from "node:crypto"
import { sql } from "drizzle-orm"
import type { Level } from "#contract/accounts.ts"
import type { WebhookEvent } from "#contract/integrations.ts"
import type { Tx } from "../db/store.ts"
import { webhookDeliveries, webhookEndpoints } from "./tables.ts"

interface OrderData {
  order_id: number
  order_number: string
  status: string
  /** In USD, as in the API. */
  total: number
}

interface RefundData extends OrderData {
  /** The amount of this refund, which may be a part. */
  amount: number
  /** The sum of all refunds of the order so far. */
  refunded: number
}

/** The `data` of each event: ids, states and amounts; no texts, names and addresses. */
export interface EventData {
  "order.paid": OrderData
  "order.shipped": OrderData
  "order.refunded": RefundData
  "membership.changed": { user_id: number; level: Level; previous_level: Level; expires_at: string | null }
  "message.flagged": { flagged_item_id: number; message_id: number | null; chat_room_id: number | null }
}

/**
 * Adds an event to the outbox of every webhook that subscribes to it, in the transaction of the change: it is sent if
 * and only if that commits. Call it where the change itself happens once.
 */
export async function recordEvent<Type extends WebhookEvent>(tx: Tx, type: Type, data: EventData[Type]): Promise<void> {
  const { id, payload } = writeEvent(tx, type, data)
  const now = tx.now().toISOString()
  await tx.db.execute(sql`
    insert into ${webhookDeliveries} (endpoint_id, event_id, type, payload, next_attempt_at, created_at)
    select id, ${id}::uuid, ${type}, ${payload}, ${now}::timestamptz, ${now}::timestamptz from ${webhookEndpoints}
    where is_active and ${type} = any(events)`)
}

/** Writes the body of an event, with a new id. */
export function writeEvent(tx: Tx, type: string, data: object): { id: string; payload: string } {
  const id = randomUUID()
  return { id, payload: JSON.stringify({ id, type, timestamp: tx.now().toISOString(), data }) }
}
