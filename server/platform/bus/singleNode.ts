import { randomInt } from "node:crypto"
import type { FastifyBaseLogger } from "fastify"
import type pg from "pg"
import { seconds } from "../clock.ts"
import { keyedAdvisoryLocks } from "../db/advisoryLocks.ts"
import { connectionOptions } from "../db/pipelinedPool.ts"
import { targetOf } from "../db/primary.ts"
import type { Bus } from "./bus.ts"
import { createListeners } from "./listeners.ts"

/** How often a node looks for others, and the maximum age of the last check, in milliseconds. */
const checkInterval = 300
const maxCheckAge = 900
/** How long a node that is no longer seen may still be running, having lost only the connection that holds its lock. */
const unseenTimeout = seconds(60)
const answerTimeout = seconds(5)
const reconnectDelay = seconds(1)

/**
 * Opens the bus of a shop on PostgreSQL without Redis. It delivers within its process only, and is `up` as long as this
 * process is the only one on its database. Each process holds an advisory lock of its own there, which ends with its
 * connection, and looks for the locks of others, which writes nothing. Behind a pooler that shares one connection
 * between processes, no process ever counts as the only one.
 */
export async function openSingleNodeBus(
  url: string,
  log: FastifyBaseLogger,
  { missed = unseenTimeout } = {},
): Promise<Bus> {
  const { Client, connectionString } = targetOf(url)
  const me = randomInt(2 ** 31)
  const listeners = createListeners(log)
  let client: pg.Client | null = null
  /** When the newest check began that found this node's own lock. */
  let lastCheckAt = Number.NEGATIVE_INFINITY
  let othersSeenAt = Number.NEGATIVE_INFINITY
  let isOnly = false
  let failing = false
  let closing = false
  let timer: NodeJS.Timeout
  await round()
  return {
    publish: listeners.publish,
    subscribe: listeners.subscribe,
    get up() {
      return isUp()
    },
    onReconnect: listeners.onReconnect,
    ping: async () => {},
    close: async () => {
      closing = true
      clearTimeout(timer)
      await releaseLock()
    },
  }

  function isUp(): boolean {
    return isOnly && performance.now() - lastCheckAt <= maxCheckAge
  }

  async function round(): Promise<void> {
    const wait = await checkNodes().then(
      () => checkInterval,
      (err: unknown) => {
        if (!closing && !failing) log.warn({ err }, "could not check whether another server uses this database")
        failing = true
        void releaseLock()
        return reconnectDelay
      },
    )
    if (!closing) timer = setTimeout(() => void round(), wait).unref()
  }

  async function checkNodes(): Promise<void> {
    client ??= await acquireLock()
    if (closing) return releaseLock()
    const began = performance.now()
    const { rows } = await client.query<{ node: number }>({
      name: "nodes",
      text: nodes,
      values: [keyedAdvisoryLocks.node],
    })
    if (!rows.some(({ node }) => node === me)) throw new Error("the lock of this server is gone")
    const wasUp = isUp()
    const isFirst = lastCheckAt === Number.NEGATIVE_INFINITY
    lastCheckAt = began
    failing = false
    if (rows.length > 1) othersSeenAt = performance.now()
    setOnly(performance.now() - othersSeenAt > missed, isFirst)
    // Events that another node published meanwhile did not arrive here.
    if (isUp() && !wasUp && !isFirst) listeners.publishReconnect()
  }

  function setOnly(now: boolean, isFirst: boolean): void {
    if (now === isOnly && !isFirst) return
    isOnly = now
    if (!isOnly) log.warn("another server uses this database: without REDIS_URL they receive no events from each other")
    else if (!isFirst) log.info("this server is the only one on its database again")
  }

  async function acquireLock(): Promise<pg.Client> {
    const entering = new Client({ connectionString, ...connectionOptions, query_timeout: answerTimeout })
    // The next check fails and reconnects.
    entering.on("error", () => {})
    try {
      await entering.connect()
      await entering.query("select pg_advisory_lock_shared($1, $2)", [keyedAdvisoryLocks.node, me])
      return entering
    } catch (error) {
      entering.end().catch(() => {})
      throw error
    }
  }

  async function releaseLock(): Promise<void> {
    const leaving = client
    client = null
    await leaving?.end().catch(() => {})
  }
}

const nodes = `
  select objid::int as node from pg_locks
  where locktype = 'advisory' and classid = $1 and objsubid = 2 and granted
    and database = (select oid from pg_database where datname = current_database())`
