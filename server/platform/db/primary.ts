import pg from "pg"
import { databaseHosts } from "../settings.ts"
import { isAway } from "./store.ts"

/** The address of DATABASE_URL and the client that opens its connections. */
export interface Target {
  connectionString: string
  Client: typeof pg.Client
}

/** The time in milliseconds that a host has to answer whether it is the primary. */
const answerTimeout = 2000

/**
 * A client that names no statement, for addresses with `pgbouncer=true`: a pooler that shares connections between
 * transactions does not know the client's prepared statements (PgBouncer before 1.21).
 */
class UnnamedClient extends pg.Client {
  override query = ((given: unknown, ...rest: unknown[]) => {
    const isNamed = typeof given === "object" && given !== null && "name" in given && "text" in given
    const unnamed = isNamed ? { ...given, name: undefined } : given
    return (super.query as (...all: unknown[]) => unknown).call(this, unnamed, ...rest)
  }) as pg.Client["query"]
}

/**
 * Implements libpq's `target_session_attrs=read-write`, which pg does not have: connections are opened to the one host
 * that accepts writes. All hosts are queried at once, so a silent one delays nothing. The answer is kept until a
 * connection fails.
 */
export function targetOf(url: string): Target {
  if (/[?&]pgbouncer=true\b/.test(url)) return { connectionString: url, Client: UnnamedClient }
  if (!/[?&]target_session_attrs=/.test(url)) return { connectionString: url, Client: pg.Client }
  const hosts = databaseHosts(url)
  let primary: Promise<URL> | null = null

  class PrimaryClient extends pg.Client {
    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      const connecting = this.#connect()
      if (!callback) return connecting
      connecting.then(() => callback(undefined as never), callback)
    }

    async #connect(): Promise<this> {
      primary ??= findPrimary(hosts)
      const asked = primary
      try {
        const { hostname, port } = await asked
        Object.assign(this, { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port) || 5432 })
        await super.connect()
        await refuseStandby(this)
        return this
      } catch (error) {
        if (primary === asked) primary = null
        this.end().catch(() => {})
        throw error
      }
    }
  }
  return { connectionString: hosts[0]!, Client: PrimaryClient }
}

async function findPrimary(hosts: string[]): Promise<URL> {
  try {
    return await Promise.any(hosts.map(ask))
  } catch (thrown) {
    const { errors } = thrown as AggregateError
    // Waiting does not fix a wrong password.
    throw errors.find((error) => !isAway(error)) ?? away(errors.map(({ message }) => message).join(", "))
  }
}

async function ask(address: string): Promise<URL> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: answerTimeout,
    query_timeout: answerTimeout,
  })
  client.on("error", () => {})
  try {
    await client.connect()
    await refuseStandby(client)
    return new URL(address)
  } finally {
    client.end().catch(() => {})
  }
}

async function refuseStandby(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>("show transaction_read_only")
  if (rows[0]!.transaction_read_only === "on") throw away(`${client.host}:${client.port} takes no writes`)
}

/** Makes the error of a PostgreSQL that does not accept connections yet: `cannot_connect_now`. */
export const away = (message: string) => Object.assign(new Error(message), { code: "57P03" })
