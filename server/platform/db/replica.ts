import type pg from "pg"
import { seconds } from "../clock.ts"
import { isAnswer, type PipelinedPool } from "./pipelinedPool.ts"
import { isRead } from "./statement.ts"

/** A standby that is further behind is not read, in milliseconds. */
const maxLag = seconds(5)
/** How often it is compared with the primary; after a write, and while it lacks something, more often. */
const compareInterval = 500
const catchUpInterval = 20
/** How long either may take to answer that. */
const answerTimeout = 1000

interface Standby {
  pool: pg.Pool
  pipelined: PipelinedPool
}

export interface Replica {
  /** The primary's pool, except that single reads are sent to the standby while it has all that this node has seen. */
  pool: pg.Pool
  pipelined: PipelinedPool
  /** Something was written, or changed by another node: reads go to the primary until the standby has it. */
  wrote(): void
  /** How far the standby is behind, in milliseconds: about half a second at best. Infinity if it does not answer. */
  lag(): number
  close(): void
}

/**
 * Compares positions in the log: what the primary has written at a moment, the standby has replayed some time later.
 * The newest such moment says how far it is behind, whether it is there at all, and whether it has this node's writes.
 */
export function followReplica(primary: Standby, standby: Standby, told: (isRead: boolean) => void): Replica {
  let replayedUntil = Number.NEGATIVE_INFINITY
  let wroteAt = Number.NEGATIVE_INFINITY
  const startedAt = performance.now()
  /** What was told last. */
  let wasCurrent: boolean | null = null
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  /** A comparison is under way, or begins soon. */
  let isSoon = true
  /** What the primary had written, and when; null once the standby has it. */
  let wanted: { position: string; at: number } | null = null
  void compare()
  // Drizzle begins a transaction on a connection of the pool that it was given, and knows a pool by `instanceof`. So this
  // is an object with the primary's pool as its prototype: a transaction runs on the primary, as does everything else
  // that is not redefined here, and only single statements go through `read`.
  const pool: pg.Pool = Object.assign(Object.create(primary.pool), {
    query: (text: string | pg.QueryConfig, values?: unknown[]) =>
      read(
        typeof text === "string" ? text : text.text,
        () => standby.pool.query(text, values),
        () => primary.pool.query(text, values),
      ),
  })
  return {
    pool,
    pipelined: {
      run: (name, text, params) =>
        read(
          text,
          () => standby.pipelined.run(name, text, params),
          () => primary.pipelined.run(name, text, params),
        ),
      close: async () => {},
    },
    wrote: () => {
      wroteAt = performance.now()
      if (isSoon || !isReadable()) return
      isSoon = true
      clearTimeout(timer)
      timer = setTimeout(compare, catchUpInterval)
    },
    lag: () => performance.now() - replayedUntil,
    close: () => {
      isClosed = true
      clearTimeout(timer)
    },
  }

  function isReadable(): boolean {
    return replayedUntil > performance.now() - maxLag
  }

  async function read<T>(text: string, there: () => Promise<T>, here: () => Promise<T>): Promise<T> {
    if (!isReadable() || wroteAt >= replayedUntil || !isRead(text)) return here()
    try {
      return await there()
    } catch (error) {
      if (!isAnswer(error)) replayedUntil = Number.NEGATIVE_INFINITY
      return here()
    }
  }

  async function compare(): Promise<void> {
    isSoon = true
    // A position of a primary that was replaced may never be reached.
    if (wanted && wanted.at < performance.now() - maxLag) wanted = null
    try {
      wanted ??= await positionOfPrimary()
      if (await isReplayed(wanted.position)) {
        replayedUntil = wanted.at
        wanted = null
      }
    } catch {
      wanted = null
    }
    if (isClosed) return
    const isCurrent = isReadable()
    const isStarting = wasCurrent === null && performance.now() - startedAt < maxLag
    if (isCurrent !== wasCurrent && (isCurrent || !isStarting)) {
      wasCurrent = isCurrent
      told(isCurrent)
    }
    isSoon = isCurrent && (wanted !== null || wroteAt >= replayedUntil)
    timer = setTimeout(compare, isSoon ? catchUpInterval : compareInterval)
  }

  async function positionOfPrimary(): Promise<{ position: string; at: number }> {
    const at = performance.now()
    const [row] = await ask<{ position: string }>(primary.pool, "select pg_current_wal_insert_lsn() as position", [])
    return { position: row!.position, at }
  }

  async function isReplayed(position: string): Promise<boolean> {
    const text = "select pg_last_wal_replay_lsn() >= $1::pg_lsn as done"
    try {
      const [row] = await ask<{ done: boolean | null }>(standby.pool, text, [position])
      return row!.done === true
    } catch (error) {
      replayedUntil = Number.NEGATIVE_INFINITY
      throw error
    }
  }
}

/** Not with `pool.query`, which would try again. */
async function ask<Row extends pg.QueryResultRow>(pool: pg.Pool, text: string, values: unknown[]): Promise<Row[]> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<Row>({ text, values, query_timeout: answerTimeout } as pg.QueryConfig)
    client.release()
    return rows
  } catch (error) {
    client.release(true)
    throw error
  }
}
