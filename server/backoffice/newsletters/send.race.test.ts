import { sql } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest"
import { everybody } from "#contract/newsletters.ts"
import { createDatabase } from "#test/postgres.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { newsletterDeliveries, newsletterSubscribers, newsletters } from "../../people/newsletter/tables.ts"
import { minutes } from "../../platform/clock.ts"
import { openPostgres } from "../../platform/db/open.ts"
import { sendDue } from "../../platform/mail/send.ts"
import { mailOutbox } from "../../platform/mail/tables.ts"
import { sendNewsletters } from "./send.ts"

/** Two nodes that share a database. */
let nodes: [TestShop, TestShop]
beforeAll(async () => {
  const address = await createDatabase(inject("postgresUrl"), inject("postgresTemplate"))
  const open = (clock?: TestShop["clock"]) =>
    openShop({ DATABASE_URL: address }, { database: openPostgres(address), ...(clock && { clock }) })
  const first = await open()
  nodes = [first, await open(first.clock)]
})
afterAll(async () => {
  for (const node of nodes) await node.close()
})
beforeEach(async () => {
  const { db } = nodes[0].app.store
  await db.delete(newsletters)
  await db.delete(newsletterSubscribers)
  await db.delete(mailOutbox)
})

const number = 120
const sending = { home: "https://shop.example", perMinute: 600 }

async function schedule(): Promise<string[]> {
  const { db, now } = nodes[0].app.store
  const emails = Array.from({ length: number }, (_, n) => `reader${n}@demo.example`)
  const at = now()
  await db
    .insert(newsletterSubscribers)
    .values(emails.map((email) => ({ email, state: "confirmed" as const, createdAt: at })))
  await db.insert(newsletters).values({
    ...{ state: "scheduled", sendAt: at, segment: everybody, createdAt: at, updatedAt: at },
    texts: { en: { title: "The new kiln", content: "It is **hot**." } },
  })
  return emails.sort()
}

const state = async () => (await nodes[0].app.store.db.select().from(newsletters))[0]!.state
const written = async () => (await nodes[0].app.store.db.select().from(mailOutbox)).map(({ toAddress }) => toAddress)

/** Ends every other connection to the database, as a node's are when it is killed. */
const cut = () =>
  nodes[0].app.store.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )

/** Waits until the pool has noticed which of its connections are gone. */
async function reconnected({ app }: TestShop): Promise<void> {
  const ask = () => app.store.db.execute(sql`select 1`)
  await expect
    .poll(() =>
      Promise.all(Array.from({ length: 10 }, ask)).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
}

test("two nodes, of which one is cut off in the middle again and again, send to everybody once", async () => {
  const readers = await schedule()
  const received: string[] = []
  const cuts = { done: 0, failed: 0 }
  const deliver = async ({ app }: TestShop) => {
    await sendDue(app.store, { deliver: async ({ to }) => void received.push(to) }, app.log)
  }
  for (let turn = 0; turn < 200 && (await state()) !== "sent"; turn++) {
    const running = nodes.map((node) =>
      sendNewsletters(node.app.store, sending).catch(() => {
        cuts.failed++
      }),
    )
    if (turn % 2 === 0 && cuts.done < 6) {
      await new Promise((wait) => setTimeout(wait, 3 * (cuts.done + 1)))
      await cut()
      cuts.done++
    }
    await Promise.all(running)
    await Promise.all(nodes.map(reconnected))
    // What is written is sent by both at once.
    await Promise.all(nodes.map(deliver))
    nodes[0].clock.advance(minutes(2))
  }
  expect(cuts.done).toBe(6)
  expect(cuts.failed).toBeGreaterThan(0)
  expect(await state()).toBe("sent")
  expect((await written()).sort()).toEqual(readers)
  expect(received.sort()).toEqual(readers)
  const rows = await nodes[0].app.store.db.select().from(newsletterDeliveries)
  expect(rows).toHaveLength(number)
  expect(rows.filter(({ sentAt }) => sentAt === null)).toEqual([])
})

test("no two nodes begin the same newsletter, and together they keep to the rate", async () => {
  await schedule()
  const slowly = { ...sending, perMinute: 30 }
  for (let turn = 0; turn < 20; turn++) {
    await Promise.all(nodes.map((node) => sendNewsletters(node.app.store, slowly)))
  }
  expect(await nodes[0].app.store.db.$count(newsletterDeliveries)).toBe(number)
  const emails = await written()
  expect(new Set(emails).size).toBe(emails.length)
  expect(emails.length).toBeLessThanOrEqual(30)
})
