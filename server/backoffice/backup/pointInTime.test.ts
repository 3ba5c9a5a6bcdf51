import { expect, inject, test, vi } from "vitest"
import { fillShop } from "#test/fullShop.ts"
import { query, startArchiving } from "#test/postgres.ts"
import { openShop } from "#test/shop.ts"
import { openPostgres } from "../../platform/db/open.ts"

/** The steps of docs/operations.md, "Point-in-time recovery", on private servers. */
test.skipIf(!inject("postgresUrl"))(
  "a PostgreSQL that archives its log is recovered to the moment before a table was dropped",
  { timeout: 240_000 },
  async () => {
    const primary = (await startArchiving())!
    try {
      const shop = await openShop({}, { database: openPostgres(primary.url, { connections: 5 }) })
      const { owner, ids } = await fillShop(shop)
      const ask = async <Row extends object>(url: string, text: string) => (await query<Row>(url, text))[0]!
      const { before } = await ask<{ before: string }>(primary.url, "select clock_timestamp()::text as before")
      await shop.close()
      await query(primary.url, "drop table order_items, chat_messages cascade")
      const { file } = await ask<{ file: string }>(primary.url, "select pg_walfile_name(pg_switch_wal()) as file")
      const archived = `select last_archived_wal >= '${file}' as "isThere" from pg_stat_archiver`
      await vi.waitFor(async () => expect(await ask(primary.url, archived)).toEqual({ isThere: true }), 60_000)

      const recovered = await primary.recover(before)
      const recovering = 'select pg_is_in_recovery() as "isOn"'
      await vi.waitFor(async () => expect(await ask(recovered, recovering)).toEqual({ isOn: false }), 60_000)
      const again = await openShop({}, { database: openPostgres(recovered, { connections: 5 }) })
      const messages = await again.call(`GET /api/chat/rooms/${ids.room}/messages`, { as: owner })
      expect(messages.body.some((message: { id: number }) => message.id === ids.message)).toBe(true)
      expect((await again.call(`GET /api/orders/${ids.order}`, { as: owner })).body.items).toHaveLength(1)
      expect((await again.aDoll()).id).toBeGreaterThan(ids.favoriteDoll)
      await again.close()
    } finally {
      await primary.stop()
    }
  },
)
