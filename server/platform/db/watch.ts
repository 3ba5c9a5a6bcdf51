import { randomBytes } from "node:crypto"
import type { Socket } from "node:net"
import type pg from "pg"
import type { Target } from "./primary.ts"
import { ConnectionLost } from "./store.ts"

export interface ConnectionWatch {
  /** The application_name of the connections, by which the database identifies their process. */
  readonly name: string
  add(client: pg.ClientBase, isWaiting: () => boolean): void
  close(): void
}

interface Watched {
  stream: Socket
  host: string
  pid: number
  isWaiting(): boolean
  read: number
  /** The number of checks for which it has been waiting and received nothing. */
  silentChecks: number
  /** The number of such checks after which the database is queried about it. */
  queryAt: number
}

const every = 200
const minSilentChecks = 3

/**
 * Detects silently broken connections in less than a second. When a response does not arrive, the database is queried
 * over a new connection whether it is executing the statement. If it is waiting for the client instead, the connection
 * is closed on both sides, and its locks are released. A database that is slow, or does not respond on the new
 * connection either, closes nothing: then the statement's own timeout applies.
 */
export function watchConnections({ Client, connectionString }: Target): ConnectionWatch {
  const name = `vitrine-${randomBytes(8).toString("hex")}`
  const all = new Set<Watched>()
  let isQuerying = false
  const timer = setInterval(checkAll, every).unref()
  return {
    name,
    add: (client, isWaiting) => {
      const { stream, pid } = partsOf(client)
      const one: Watched = {
        stream,
        host: hostOf(client),
        pid,
        isWaiting,
        read: stream.bytesRead,
        silentChecks: 0,
        queryAt: minSilentChecks,
      }
      all.add(one)
      stream.once("close", () => all.delete(one))
    },
    close: () => clearInterval(timer),
  }

  function checkAll(): void {
    const suspects: Watched[] = []
    for (const one of all) {
      const { bytesRead } = one.stream
      if (!one.isWaiting() || bytesRead !== one.read)
        Object.assign(one, { read: bytesRead, silentChecks: 0, queryAt: minSilentChecks })
      else if (++one.silentChecks >= one.queryAt) suspects.push(one)
    }
    if (suspects.length === 0 || isQuerying) return
    isQuerying = true
    // A connection that is working is checked less and less often.
    for (const one of suspects) one.queryAt = one.silentChecks * 2
    queryDatabase(suspects)
      .catch(() => {})
      .finally(() => {
        isQuerying = false
      })
  }

  async function queryDatabase(suspects: Watched[]): Promise<void> {
    const client = new Client({ connectionString, connectionTimeoutMillis: 1000, query_timeout: 1000 })
    client.on("error", () => {})
    try {
      await client.connect()
      const isHere = ({ host }: Watched) => host === hostOf(client)
      const pids = suspects.filter(isHere).map(({ pid }) => pid)
      const { rows } = await client.query<{ pid: number }>(ending, [pids, name])
      for (const one of suspects) {
        // Another host is the primary now, so this one will not respond.
        if (!isHere(one) || rows.some(({ pid }) => pid === one.pid)) one.stream.destroy(new ConnectionLost())
      }
    } finally {
      client.end().catch(() => {})
    }
  }
}

const ending = `
  select pid, pg_terminate_backend(pid) from pg_stat_activity
  where pid = any($1::int[]) and application_name = $2 and wait_event_type = 'Client'
    and state_change < now() - interval '400 milliseconds'`

function hostOf(client: pg.ClientBase): string {
  const { host, port } = client as pg.Client
  return `${host}:${port}`
}

export function partsOf(client: pg.ClientBase): { stream: Socket; pid: number; isWaiting: boolean } {
  const { connection, processID, readyForQuery } = client as unknown as {
    connection: { stream: Socket }
    processID: number
    readyForQuery: boolean
  }
  return { stream: connection.stream, pid: processID, isWaiting: !readyForQuery }
}
