import { randomInt } from "node:crypto"
import type { FastifyBaseLogger } from "fastify"
import pg from "pg"
import { seconds } from "../clock.ts"
import { reaching } from "../db/lane.ts"
import type { Bus } from "./bus.ts"
import { createListeners } from "./listeners.ts"

/** Any fixed number: it keeps these advisory locks apart from other ones. */
const nodeLock = 7_318_209
/** How often a node looks for others, and how old the last look may be. */
const every = 300
const fresh = 900
/** One that is no longer seen may still be at work, and have lost nothing but the connection that shows it. */
const missedFor = seconds(60)
const answersWithin = seconds(5)
const connectAgain = seconds(1)

/**
 * For a shop on PostgreSQL without Redis. It speaks within its process only, and is `up` as long as this process is alone on its
 * database: each one holds an advisory lock of its own there, which ends with its connection, and looks for those of others. To look
 * writes nothing. A pooler that hands one connection to several processes makes no difference but that nobody ever counts as alone.
 */
export async function openSoloBus(url: string, log: FastifyBaseLogger, { missed = missedFor } = {}): Promise<Bus> {
  const me = randomInt(2 ** 31)
  const listeners = createListeners(log)
  let client: pg.Client | null = null
  /** When the newest look began that saw this node. */
  let looked = Number.NEGATIVE_INFINITY
  let seen = Number.NEGATIVE_INFINITY
  let alone = false
  let failing = false
  let closing = false
  let timer: NodeJS.Timeout
  await round()
  return {
    publish: listeners.tell,
    subscribe: listeners.subscribe,
    get up() {
      return isUp()
    },
    onReturn: listeners.onReturn,
    ping: async () => {},
    close: async () => {
      closing = true
      clearTimeout(timer)
      await leave()
    },
  }

  function isUp(): boolean {
    return alone && performance.now() - looked <= fresh
  }

  async function round(): Promise<void> {
    const wait = await look().then(
      () => every,
      (err: unknown) => {
        if (!closing && !failing) log.warn({ err }, "it is not known whether another server works on this database")
        failing = true
        void leave()
        return connectAgain
      },
    )
    if (!closing) timer = setTimeout(() => void round(), wait).unref()
  }

  async function look(): Promise<void> {
    client ??= await enter()
    if (closing) return leave()
    const began = performance.now()
    const { rows } = await client.query<{ node: number }>({ name: "nodes", text: nodes, values: [nodeLock] })
    if (!rows.some(({ node }) => node === me)) throw new Error("the lock of this server is gone")
    const wasUp = isUp()
    const isFirst = looked === Number.NEGATIVE_INFINITY
    looked = began
    failing = false
    if (rows.length > 1) seen = performance.now()
    know(performance.now() - seen > missed, isFirst)
    // What another one said meanwhile was not heard.
    if (isUp() && !wasUp && !isFirst) listeners.tellReturn()
  }

  function know(now: boolean, isFirst: boolean): void {
    if (now === alone && !isFirst) return
    alone = now
    if (!alone) log.warn("another server works on this database: without REDIS_URL they do not hear each other")
    else if (!isFirst) log.info("this server is alone on its database again")
  }

  async function enter(): Promise<pg.Client> {
    const entering = new pg.Client({ connectionString: url, ...reaching, query_timeout: answersWithin })
    // The next look fails, and begins anew.
    entering.on("error", () => {})
    try {
      await entering.connect()
      await entering.query("select pg_advisory_lock_shared($1, $2)", [nodeLock, me])
      return entering
    } catch (error) {
      entering.end().catch(() => {})
      throw error
    }
  }

  async function leave(): Promise<void> {
    const leaving = client
    client = null
    await leaving?.end().catch(() => {})
  }
}

const nodes = `
  select objid::int as node from pg_locks
  where locktype = 'advisory' and classid = $1 and objsubid = 2 and granted
    and database = (select oid from pg_database where datname = current_database())`
