import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openPostgres } from "#server/db/open.ts"
import { createDatabase } from "#test/postgres.ts"
import { startRedis } from "#test/redis.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { type Wire, wireTo } from "#test/tcpProxy.ts"
import { type Server, startServer } from "./servers.ts"

/** Two server processes on one PostgreSQL and one Redis. */
export interface TwoNodes {
  /** Creates users, models and memberships from this process; it does not listen. */
  shop: TestShop
  nodes: readonly Node[]
  /** The nodes' connections to PostgreSQL and Redis. */
  database: Wire
  redis: Wire
  /** Queries the database through a connection that is never cut. */
  rows<Row>(query: string, params?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

export interface Node {
  /** Empty while the node is down. */
  readonly url: string
  readonly isUp: boolean
  /** How often it was killed or stopped. */
  readonly ends: number
  /** Its log lines, across restarts. */
  said(): string[]
  kill(): Promise<void>
  /** SIGSTOP: the process keeps its state and does nothing until `thaw`, and does not notice the time in between. */
  freeze(): void
  thaw(): void
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number>
  start(): Promise<void>
}

/** The clock skew of the second node; milliseconds. */
const ahead = "7000"

/** Records every change in commit order by triggers: changes of a room wait for each other. */
const ledger = `
create table seen_changes (n bigserial, room_id int, message_id int, seq int, gone boolean, flagged boolean);
create table seen_reads (n bigserial, room_id int, user_id int, last_message_id int);
create function see_change() returns trigger language plpgsql as $$ begin
  insert into seen_changes (room_id, message_id, seq, gone, flagged) values (new.room_id, new.id, new.seq, new.deleted_at is not null, new.flagged);
  return null; end $$;
create function see_read() returns trigger language plpgsql as $$ begin
  insert into seen_reads (room_id, user_id, last_message_id) values (new.room_id, new.user_id, new.last_message_id);
  return null; end $$;
create trigger see_change after insert or update on chat_messages for each row execute function see_change();
create trigger see_read after insert or update of last_message_id on chat_reads for each row execute function see_read();
create index on seen_changes (room_id); create index on seen_reads (room_id);`

export async function openTwoNodes(postgresUrl: string): Promise<TwoNodes> {
  const redis = await startRedis()
  const address = await createDatabase(postgresUrl)
  const shop = await openShop(
    { DATABASE_URL: address, REDIS_URL: redis!.url },
    { database: openPostgres(address, { connections: 4 }) },
  )
  await shop.app.database.script(ledger)
  const toDatabase = await wireTo(address)
  const toRedis = await wireTo(redis!.url)
  const dataDir = mkdtempSync(join(tmpdir(), "vitrine-faults-"))
  const env = { DATA_DIR: dataDir, DEMO: "0", DATABASE_URL: toDatabase.url, REDIS_URL: toRedis.url }
  const nodes = [aNode(env), aNode({ ...env, CLOCK_SKEW: ahead })]
  await Promise.all(nodes.map((node) => node.start()))
  return {
    shop,
    nodes,
    database: toDatabase,
    redis: toRedis,
    rows: async (query, params = []) => {
      const { $client } = shop.app.store.db as unknown as {
        $client: { query(text: string, params: unknown[]): Promise<{ rows: unknown[] }> }
      }
      return (await $client.query(query, params)).rows as never
    },
    close: async () => {
      await Promise.all(nodes.map((node) => node.kill()))
      await shop.close()
      await toDatabase.close()
      await toRedis.close()
      await redis!.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function aNode(env: Record<string, string>): Node {
  let server: Server | null = null
  let ends = 0
  let starting: Promise<void> | null = null
  const before: string[] = []
  return {
    get url() {
      return server?.url ?? ""
    },
    get isUp() {
      return server !== null
    },
    get ends() {
      return ends
    },
    said: () => [...before, ...(server?.said ?? [])].filter((line) => line.startsWith("{")),
    kill: async () => void (await end("SIGKILL")),
    freeze: () => void server?.child.kill("SIGSTOP"),
    thaw: () => void server?.child.kill("SIGCONT"),
    stop: () => end("SIGTERM"),
    start: () => {
      starting ??= start().finally(() => {
        starting = null
      })
      return starting
    },
  }

  async function start(): Promise<void> {
    if (!server) server = await startServer(env)
  }

  async function end(signal: NodeJS.Signals): Promise<number> {
    await starting
    const going = server
    if (!going) return 0
    const gone = once(going.child, "exit")
    ends++
    going.child.kill(signal)
    // From here on it counts as down, however long the exit takes.
    server = null
    const [code] = await gone
    before.push(...going.said)
    return code as number
  }
}
