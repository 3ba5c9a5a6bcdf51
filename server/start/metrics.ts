import { Counter, Gauge, type Registry } from "@prometheus-io/client"
import { and, count, eq, gt, isNotNull, isNull, lt, min } from "drizzle-orm"
import { paymentStatuses } from "#contract/payments.ts"
import type { Chat } from "../conversation/chat/chat.ts"
import { after, days, minutes, seconds } from "../platform/clock.ts"
import type { Context } from "../platform/context.ts"
import type { Store, Tx } from "../platform/db/store.ts"
import { webhookDeliveries, webhookEndpoints } from "../platform/integrations/tables.ts"
import { mailOutbox } from "../platform/mail/tables.ts"
import { flaggedItems, moderationRechecks } from "../platform/moderation/tables.ts"
import { pushOutbox } from "../platform/push/tables.ts"
import { needsAttention } from "../sales/order-admin/orders.ts"
import { orders } from "../sales/orders/tables.ts"
import { paymentEvents, payments } from "../sales/payments/tables.ts"
import { stockAlerts } from "../sales/stock/tables.ts"

/** The time that a scrape waits for the database. */
const databaseTimeout = seconds(2)

/**
 * Registers the state of the shop for Prometheus, which is read by each scrape. Numbers of the database are the same on
 * every node, and missing while it is unavailable.
 */
export function measureShop(app: Context & { chat: Chat }, registry: Registry): void {
  const { cache, sockets, bus, database, store, chat } = app
  const registers = [registry]
  const asked = askDatabase(store)

  new Counter({
    name: "response_cache_requests_total",
    help: "Requests for shared responses: answered from memory (hit), or made (miss).",
    labelNames: ["result"],
    registers,
    collect() {
      this.reset()
      this.inc({ result: "hit" }, cache.counts.hits)
      this.inc({ result: "miss" }, cache.counts.misses)
    },
  })
  gauge("sockets_open", "Open, identified WebSockets of this node.", [], () => [[{}, sockets.count]])
  gauge("bus_up", "1 while events of every node arrive here.", [], () => [[{}, Number(bus.up)]])
  gauge("database_pool_connections", "Connections to PostgreSQL.", ["pool", "state"], () =>
    database.pools().flatMap(({ name: pool, used, idle }): [Labels, number][] => [
      [{ pool, state: "used" }, used],
      [{ pool, state: "idle" }, idle],
    ]),
  )
  gauge("database_pool_most", "The limit of connections to PostgreSQL.", ["pool"], () =>
    database.pools().map(({ name: pool, most }) => [{ pool }, most]),
  )
  gauge("database_pool_waiting", "Callers that wait for a connection.", ["pool"], () =>
    database.pools().map(({ name: pool, waiting }) => [{ pool }, waiting]),
  )
  gauge("standby_lag_seconds", "How far the standby is behind; +Inf if it does not answer.", [], () => {
    const lag = database.standbyLag()
    return lag === null ? [] : [[{}, lag / 1000]]
  })
  gauge("database_up", "1 if the database answered this scrape.", [], async () => [
    [{}, Number(Boolean(await asked()))],
  ])
  gauge("queue_depth", "Work that waits, by queue.", ["queue"], async () => [
    [{ queue: "chat messages" }, chat.sending.writer.waiting],
    ...((await asked())?.queues ?? []),
  ])
  gauge("payments_last_day", "Payments that began within 24 hours, by status.", ["status"], async () => {
    return (await asked())?.payments ?? []
  })
  gauge("mail_backlog", "Emails to be sent (waiting), or given up (failed).", ["state"], async () => {
    return (await asked())?.emails ?? []
  })
  gauge("mail_overdue_seconds", "How long the next email to be sent is overdue.", [], async () => {
    const answer = await asked()
    return answer ? [[{}, answer.overdue]] : []
  })

  function gauge(name: string, help: string, labelNames: string[], read: () => Values | Promise<Values>): void {
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        const values = await read()
        this.reset()
        // `reset` sets a gauge without labels to 0.
        if (labelNames.length === 0) this.remove()
        for (const [labels, value] of values) this.set(labels, value)
      },
    })
  }
}

type Labels = Record<string, string>
type Values = readonly (readonly [Labels, number])[]
type Answer = Awaited<ReturnType<typeof read>>

/** Reads the database once for all gauges of a scrape; null if there is no answer in time. */
function askDatabase(store: Store): () => Promise<Answer | null> {
  let reading: Promise<Answer | null> | null = null
  return async () => {
    reading ??= store
      .longRunning(read)
      .catch(() => null)
      .finally(() => {
        reading = null
      })
    let timer: NodeJS.Timeout
    const late = new Promise<null>((done) => {
      timer = setTimeout(() => done(null), databaseTimeout)
    })
    return Promise.race([reading, late]).finally(() => clearTimeout(timer))
  }
}

/** Counts each number from an index of waiting rows, or of a day, so that scrapes stay cheap as the shop grows. */
async function read(tx: Tx) {
  const { db } = tx
  const now = tx.now()
  const waiting = and(isNull(mailOutbox.sentAt), isNull(mailOutbox.deadAt))
  const [email] = await db
    .select({ waiting: count(), next: min(mailOutbox.nextAttemptAt) })
    .from(mailOutbox)
    .where(waiting)
  const overdue = and(eq(webhookEndpoints.isActive, true), lt(webhookDeliveries.nextAttemptAt, after(now, -minutes(5))))
  const [webhook] = await db
    .select({ overdue: count() })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(overdue)
  const recent = await db
    .select({ status: payments.status, number: count() })
    .from(payments)
    .where(gt(payments.createdAt, after(now, -days(1))))
    .groupBy(payments.status)
  const numberOf = new Map(recent.map(({ status, number }) => [status, number]))
  return {
    queues: [
      [{ queue: "webhooks" }, await db.$count(paymentEvents, isNull(paymentEvents.processedAt))],
      [{ queue: "webhooks out" }, webhook!.overdue],
      [{ queue: "moderation rechecks" }, await db.$count(moderationRechecks)],
      [{ queue: "orders for staff" }, await db.$count(orders, needsAttention)],
      [{ queue: "models low in stock" }, await db.$count(stockAlerts, isNotNull(stockAlerts.lowSince))],
      [{ queue: "push notices" }, await db.$count(pushOutbox)],
      [{ queue: "flagged items" }, await db.$count(flaggedItems, isNull(flaggedItems.resolvedAt))],
    ] as const,
    payments: paymentStatuses.map((status) => [{ status }, numberOf.get(status) ?? 0] as const),
    emails: [
      [{ state: "waiting" }, email!.waiting],
      [
        { state: "failed" },
        await db.$count(mailOutbox, and(isNotNull(mailOutbox.deadAt), eq(mailOutbox.isBulk, false))),
      ],
    ] as const,
    overdue: email!.next ? Math.max(0, (now.getTime() - email!.next.getTime()) / 1000) : 0,
  }
}
