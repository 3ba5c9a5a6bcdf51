import type { EventEmitter } from "node:events"
import { drizzle } from "drizzle-orm/node-postgres"
import type { FastifyBaseLogger } from "fastify"
import pg from "pg"
import type { Settings } from "../settings.ts"
import { serveCopies } from "./copies.ts"
import type { OpenDatabase, PoolUse } from "./database.ts"
import { lockDirectory } from "./lock.ts"
import { connectionOptions, createPipelinedPool, isAnswer, type Timeouts } from "./pipelinedPool.ts"
import { away, targetOf } from "./primary.ts"
import { followReplica, type Replica } from "./replica.ts"
import { openFolder } from "./start.ts"
import { isRead, setPipelinedPool } from "./statement.ts"
import { type Database, isLocked, isLost, isReadOnly, lockTimeout, sqlState } from "./store.ts"
import { type ConnectionWatch, partsOf, watchConnections } from "./watch.ts"

/** Opens PostgreSQL if DATABASE_URL is set, else the embedded database in DATA_DIR/db, for one process only. */
export async function openDatabase(
  settings: Pick<Settings, "databaseUrl" | "databaseReplicaUrl" | "databaseConnections" | "dataDir">,
  log?: Pick<FastifyBaseLogger, "info" | "warn">,
): Promise<OpenDatabase> {
  const { databaseUrl, databaseReplicaUrl: standby, databaseConnections: connections } = settings
  if (databaseUrl) return openPostgres(databaseUrl, { connections, standby, log })
  const copies = serveCopies(settings.dataDir)
  const unlock = await lockDirectory(settings.dataDir, copies.onConnection)
  // The module is loaded only if it is used: a shop on PostgreSQL does not need it.
  const { openEmbedded, startEmbedded } = await import("./embedded.ts")
  const client = await openFolder(settings.dataDir, (dataDir) => startEmbedded({ dataDir })).catch(async (error) => {
    await unlock()
    throw error
  })
  copies.of(client)
  const opened = openEmbedded(client)
  return { ...opened, close: () => opened.close().finally(unlock) }
}

/** Timeouts of requests. Pipelined statements take about a millisecond and block others, so they get half. */
const requestTimeouts: Timeouts = { statement: 10_000, silence: 15_000 }

/** Timeouts of reads on a standby, after which the primary is queried instead. */
const standbyTimeouts: Timeouts = { statement: 5000, silence: 2000 }

interface Options {
  connections?: number
  timeouts?: Timeouts
  standby?: string | null
  log?: Pick<FastifyBaseLogger, "info" | "warn">
}

export function openPostgres(
  url: string,
  { connections = 10, timeouts = requestTimeouts, standby = null, log }: Options = {},
): OpenDatabase {
  const target = targetOf(url)
  const watch = watchConnections(target)
  const requestOptions = {
    ...target,
    statement_timeout: timeouts.statement,
    // The locks of an abandoned connection are released.
    idle_in_transaction_session_timeout: timeouts.silence,
  }
  const pool = openPool({ ...requestOptions, max: connections, lock_timeout: moment }, watch)
  const patient = openPool({ ...requestOptions, max: 4, lock_timeout: moment * 2 }, watch, pool)
  const writing = openPool({ ...requestOptions, max: 2, lock_timeout: moment }, watch, pool)
  const longRunning = openPool({ ...target, max: 3 }, watch, pool)
  for (const one of [pool, patient, writing]) endWhenSilent(one, timeouts.silence)
  let replica: Replica | null = null
  const wrote = () => replica?.wrote()
  retrySingleStatements(pool, patient, wrote)
  const on = (client: pg.Pool) => drizzle({ client }) as unknown as Database
  const db = on(pool)
  const pipelined = createPipelinedPool(
    target,
    { statement: timeouts.statement / 2, silence: timeouts.silence / 2 },
    { watch },
  )
  setPipelinedPool(db, pipelined)
  const other = standby === null ? null : openStandby(standby, connections)
  if (other) {
    replica = followReplica({ pool, pipelined }, other, (isRead) => {
      if (isRead) log?.info("catalogue and staff tables are read from the standby")
      else log?.warn("the standby is unavailable or behind: everything is read from the primary")
    })
  }
  const reads = replica ? on(replica.pool) : db
  if (replica) setPipelinedPool(reads, replica.pipelined)
  return {
    kind: "postgres",
    node: {
      name: watch.name,
      connectedOf: async (names) => {
        const { rows } = await pool.query<{ name: string }>(connectedNames, [names])
        return rows.map(({ name }) => name)
      },
    },
    db,
    reads,
    wrote,
    longRunning: on(longRunning),
    patient: on(patient),
    writing: on(writing),
    script: async (sql) => void (await longRunning.query(sql)),
    ping: () => assertWritable(pool),
    fit: async () => {
      const { rows } = await pool.query<{ all: number }>(allConnections)
      const share = Math.floor(rows[0]!.all / 3)
      if (share >= connections + otherConnections) return null
      // One connection is for finding other nodes; pools without connections of their own borrow.
      pool.options.max = Math.max(1, Math.min(connections, share - 1))
      patient.options.max = 0
      writing.options.max = 0
      setPipelinedPool(db, null)
      setPipelinedPool(reads, null)
      return pool.options.max
    },
    pools: () =>
      Object.entries({ requests: pool, patient, writing, longRunning, ...(other && { standby: other.pool }) }).map(
        useOf,
      ),
    standbyLag: () => replica?.lag() ?? null,
    close: async () => {
      watch.close()
      replica?.close()
      await other?.close()
      await pipelined.close()
      await Promise.all([pool, patient, writing, longRunning].map((one) => one.end()))
    },
  }
}

const useOf = ([name, { totalCount, idleCount, waitingCount, options }]: [string, pg.Pool]): PoolUse => ({
  name,
  used: totalCount - idleCount,
  idle: idleCount,
  most: options.max,
  waiting: waitingCount,
})

function openStandby(url: string, connections: number) {
  const { statement, silence } = standbyTimeouts
  const target = targetOf(url)
  const watch = watchConnections(target)
  const options = { ...target, max: connections, statement_timeout: statement, connectionTimeoutMillis: silence }
  const pool = openPool(options, watch)
  endWhenSilent(pool, silence)
  const pipelined = createPipelinedPool(target, standbyTimeouts, { watch })
  return {
    pool,
    pipelined,
    close: async () => {
      watch.close()
      await pipelined.close()
      await pool.end()
    },
  }
}

/**
 * The number of a node's connections besides those for requests: locked rows, pipelined statements, messages,
 * long-running work, and the search for other nodes.
 */
const otherConnections = 12
const allConnections = `
  select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as all`

const connectedNames =
  "select distinct application_name as name from pg_stat_activity where application_name = any($1::text[])"

/** The lock timeout, in milliseconds, of connections that others need. */
const moment = 250

/** Rejects without a database, and with one that is read-only. */
async function assertWritable(pool: pg.Pool): Promise<void> {
  const text = "select current_setting('transaction_read_only') = 'on' as is_read_only"
  const client = await pool.connect()
  let isUsable = false
  try {
    const { rows } = await client.query<{ is_read_only: boolean }>({ text, query_timeout: 3000 } as pg.QueryConfig)
    if (rows[0]!.is_read_only) throw away("the database takes no writes")
    isUsable = true
  } finally {
    client.release(!isUsable)
  }
}

/** `instead` lends its connections while the database has none left for this pool. */
function openPool(config: pg.PoolConfig, watch: ConnectionWatch, instead?: pg.Pool): pg.Pool {
  const pool = new pg.Pool({ ...connectionOptions, ...config, application_name: watch.name, idleTimeoutMillis: 30_000 })
  // A broken connection fails the statement on it, and is replaced by the next query. While it is idle, or between two
  // statements of a transaction, no statement reports the error: without a listener it would end the process.
  pool.on("error", () => {})
  pool.on("connect", (client) => {
    client.on("error", () => {})
    endWhenReadOnly(client)
    watch.add(client, () => partsOf(client).isWaiting)
  })
  reuseConnectionsWhenFull(pool, instead)
  return pool
}

/** Closes a connection to a read-only server: the next one may find another server, the primary after a failover. */
function endWhenReadOnly(client: pg.PoolClient): void {
  const { connection } = client as unknown as { connection: EventEmitter }
  connection.on("errorMessage", (error: unknown) => {
    if (isReadOnly(error)) void (client as unknown as pg.Client).end().catch(() => {})
  })
}

/**
 * Uses open connections when the database accepts no more (`max_connections`): a caller that would get a new one waits
 * for one of them, as long as it would for the network.
 */
function reuseConnectionsWhenFull(pool: pg.Pool, instead?: pg.Pool): void {
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  pool.connect = ((callback?: (error: unknown, client?: pg.PoolClient, release?: pg.PoolClient["release"]) => void) => {
    const connecting = connectOrWait()
    if (!callback) return connecting
    connecting.then((client) => callback(undefined, client, client.release), callback)
  }) as typeof pool.connect

  async function connectOrWait(): Promise<pg.PoolClient> {
    if (pool.options.max === 0 && instead) return instead.connect()
    for (const until = performance.now() + connectionOptions.connectionTimeoutMillis; ; ) {
      try {
        return await connect()
      } catch (error) {
        if (sqlState(error) !== "53300" || performance.now() > until) throw error
        if (pool.totalCount === 0 && instead) return instead.connect()
        const most = pool.options.max
        const restore = () => {
          pool.options.max = most
        }
        pool.options.max = Math.max(1, pool.totalCount)
        if (most > pool.options.max) setTimeout(restore, 10_000).unref()
        await new Promise((done) => setTimeout(done, 100))
      }
    }
  }
}

/**
 * Retries a single statement on `patient` if it found a row locked, or if it is a read whose connection was lost:
 * neither has changed anything. `wrote` is called after statements that may write.
 */
function retrySingleStatements(pool: pg.Pool, patient: pg.Pool, wrote: () => void): void {
  pool.query = (async (...given: [string | pg.QueryConfig, unknown[]?]) => {
    const until = performance.now() + lockTimeout
    const text = typeof given[0] === "string" ? given[0] : given[0].text
    for (let on = pool; ; ) {
      try {
        return await ask(on, given).finally(() => isRead(text) || wrote())
      } catch (error) {
        const isHarmless = on === pool && isLost(error) && isRead(text)
        if (!isHarmless && !(isLocked(error) && performance.now() < until)) throw error
        on = patient
      }
    }
  }) as typeof pool.query
}

/** Runs a query without `pool.query`, which closes the connection even after an error returned by the database. */
async function ask(pool: pg.Pool, given: [string | pg.QueryConfig, unknown[]?]): Promise<pg.QueryResult> {
  const client = await pool.connect()
  try {
    const result = await client.query(...given)
    client.release()
    return result
  } catch (error) {
    client.release(!isAnswer(error))
    throw error
  }
}

/**
 * Closes a connection in use that stays silent. pg's own `query_timeout` would return it to the pool after a
 * transaction, although it no longer answers.
 */
function endWhenSilent(pool: pg.Pool, milliseconds: number): void {
  const inUse = new WeakSet<pg.PoolClient>()
  pool.on("acquire", (client) => void inUse.add(client))
  pool.on("release", (_, client) => void inUse.delete(client))
  pool.on("connect", (client) => {
    const { stream } = partsOf(client)
    stream.setTimeout(milliseconds)
    stream.on("timeout", () => {
      if (inUse.has(client)) stream.destroy(new Error("Connection terminated: the database says nothing"))
    })
  })
}
