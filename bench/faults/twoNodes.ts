import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openPostgres } from "#server/platform/db/open.ts"
import { createDatabase } from "#test/postgres.ts"
import { startRedis } from "#test/redis.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { type Wire, wireTo } from "#test/tcpProxy.ts"
import { aNode, type Node } from "./servers.ts"

/** Two server processes on one PostgreSQL and one Redis. */
export interface TwoNodes {
  /** Creates users, models and memberships in this process. It does not listen. */
  shop: TestShop
  nodes: readonly Node[]
  /** The nodes' connections to PostgreSQL and Redis. */
  database: Wire
  redis: Wire
  /** Queries the database through a connection that is never cut. */
  rows<Row>(query: string, params?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

/** The clock skew of the second node in milliseconds. */
const ahead = "7000"

/** Triggers record every change in commit order, because changes of a room wait for each other. */
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

export async function openTwoNodes(postgresUrl: string, template: string): Promise<TwoNodes> {
  const redis = await startRedis()
  const address = await createDatabase(postgresUrl, template)
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
