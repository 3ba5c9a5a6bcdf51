import type { Socket } from "node:net"
import pg from "pg"

/** How the database is reached. A connection whose other end is gone is found out in some twenty seconds even when nothing is on it. */
export const reaching = {
  connectionTimeoutMillis: 5000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} satisfies pg.ClientConfig

/** How long the database may take, in milliseconds. */
export interface Patience {
  /** It ends a statement by itself after so long. */
  statement: number
  /** Having heard nothing from it for so long, a connection in use is given up: the network may be gone without a word. */
  silence: number
}

/** A few connections that many statements travel on at once, without one waiting for the answer to another. */
export interface Lane {
  run(name: string, text: string, params: unknown[]): Promise<{ rows: unknown[] }>
  close(): Promise<void>
}

/**
 * Statements asked in the same turn of the event loop leave in one write; each is a transaction of its own. A connection
 * that breaks, or gives no answer, fails what is on it and is opened anew by the next statement.
 */
export function createLane(url: string, patience: Patience, connections = 2): Lane {
  const clients: (Promise<pg.Client> | null)[] = Array.from({ length: connections }, () => null)
  let turn = 0
  return {
    run: async (name, text, params) => {
      const index = turn++ % connections
      const opening = at(index)
      try {
        const client = await opening
        gather(client)
        return await client.query({ name, text, values: params })
      } catch (error) {
        if (!isAnswer(error)) replace(index, opening)
        throw error
      }
    },
    close: async () => {
      for (const open of clients) await open?.then((client) => client.end()).catch(() => {})
    },
  }

  /** The next statement gets another connection. */
  function replace(index: number, opening: Promise<pg.Client>): void {
    if (clients[index] !== opening) return
    clients[index] = null
    opening.then((client) => client.end()).catch(() => {})
  }

  function at(index: number): Promise<pg.Client> {
    const open = clients[index]
    if (open) return open
    const client = new pg.Client({
      connectionString: url,
      ...reaching,
      statement_timeout: patience.statement,
      // Of a pipeline it ends the connection.
      query_timeout: patience.silence,
      pipeline: true,
    } as pg.ClientConfig)
    const gone = () => replace(index, opening)
    client.on("error", gone)
    client.on("end", gone)
    const opening = client.connect().then(() => client)
    opening.catch(gone)
    clients[index] = opening
    return opening
  }
}

/** An error that the database gave as an answer; without one, or with its last word, the connection is gone. */
function isAnswer(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === "ERROR"
}

const gathering = new WeakSet<pg.Client>()
/** Holds what is written until this turn is over: one system call instead of one a statement. */
function gather(client: pg.Client): void {
  if (gathering.has(client)) return
  gathering.add(client)
  const stream = streamOf(client)
  stream.cork()
  setImmediate(() => {
    gathering.delete(client)
    stream.uncork()
  })
}

export function streamOf(client: pg.ClientBase): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream
}
