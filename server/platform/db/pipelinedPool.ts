import pg from "pg"
import type { Target } from "./primary.ts"
import { isReadOnly } from "./store.ts"
import { type ConnectionWatch, partsOf } from "./watch.ts"

/** Options of connections. One whose other end is gone is detected within some twenty seconds even when it is idle. */
export const connectionOptions = {
  connectionTimeoutMillis: 5000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} satisfies pg.ClientConfig

/** Timeouts, in milliseconds. */
export interface Timeouts {
  /** The time after which the database cancels a statement. */
  statement: number
  /** The time after which a connection in use that receives nothing is abandoned: the network may be gone. */
  silence: number
}

/** A few connections that carry many statements at once, without one waiting for the result of another. */
export interface PipelinedPool {
  run(name: string, text: string, params: unknown[]): Promise<{ rows: unknown[] }>
  close(): Promise<void>
}

/**
 * Statements issued in the same turn of the event loop are sent in one write; each is a transaction of its own. A
 * connection that breaks or stays silent fails the statements on it, and is reopened by the next one.
 */
export function createPipelinedPool(
  { Client, connectionString }: Target,
  timeouts: Timeouts,
  { connections = 2, watch = null }: { connections?: number; watch?: ConnectionWatch | null } = {},
): PipelinedPool {
  const clients: (Promise<pg.Client> | null)[] = Array.from({ length: connections }, () => null)
  /** The numbers of statements without a result yet, by connection. */
  const waiting: number[] = clients.map(() => 0)
  let turn = 0
  return {
    run: async (name, text, params) => {
      const index = next()
      const opening = at(index)
      waiting[index]!++
      try {
        const client = await opening
        gather(client)
        return await client.query({ name, text, values: params })
      } catch (error) {
        if (!isAnswer(error) || isReadOnly(error)) replace(index, opening)
        throw error
      } finally {
        waiting[index]!--
      }
    },
    close: async () => {
      for (const open of clients) await open?.then((client) => client.end()).catch(() => {})
    },
  }

  /** Returns the connection with the fewest pending statements, so that one that has gone silent gets no more. */
  function next(): number {
    let best = turn++ % connections
    for (let i = 0; i < connections; i++) if (waiting[i]! < waiting[best]!) best = i
    return best
  }

  /** Removes a connection; the next statement opens another one. */
  function replace(index: number, opening: Promise<pg.Client>): void {
    if (clients[index] !== opening) return
    clients[index] = null
    opening.then((client) => client.end()).catch(() => {})
  }

  function at(index: number): Promise<pg.Client> {
    const open = clients[index]
    if (open) return open
    const client = new Client({
      connectionString,
      ...connectionOptions,
      statement_timeout: timeouts.statement,
      lock_timeout: lockTimeout,
      ...(watch ? { application_name: watch.name } : {}),
      // In a pipeline this timeout ends the connection.
      query_timeout: timeouts.silence,
      pipeline: true,
    } as pg.ClientConfig)
    const gone = () => replace(index, opening)
    client.on("error", gone)
    client.on("end", gone)
    const opening = client.connect().then(() => {
      watch?.add(client, () => clients[index] === opening && waiting[index]! > 0)
      return client
    })
    opening.catch(gone)
    clients[index] = opening
    return opening
  }
}

/** In milliseconds: a statement that finds a row locked blocks those behind it, and is retried elsewhere. */
const lockTimeout = 30

/** Returns whether the database returned this error. After any other, or a fatal one, the connection is gone. */
export function isAnswer(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === "ERROR"
}

const gathering = new WeakSet<pg.Client>()
/** Corks the stream until the end of this turn: one system call instead of one for each statement. */
function gather(client: pg.Client): void {
  if (gathering.has(client)) return
  gathering.add(client)
  const { stream } = partsOf(client)
  stream.cork()
  setImmediate(() => {
    gathering.delete(client)
    stream.uncork()
  })
}
