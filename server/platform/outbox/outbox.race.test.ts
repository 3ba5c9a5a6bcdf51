import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from "vitest"
import { createDatabase } from "#test/postgres.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { seconds } from "../clock.ts"
import { openPostgres } from "../db/open.ts"
import { enqueue } from "../mail/outbox.ts"
import { sendDue } from "../mail/send.ts"
import { mailOutbox } from "../mail/tables.ts"
import type { Transport } from "../mail/transport.ts"

/** Nodes that share a database, shown with emails: every outbox is claimed and sent by the same functions. */
let nodes: [TestShop, ...TestShop[]]
beforeAll(async () => {
  const address = await createDatabase(inject("postgresUrl"), inject("postgresTemplate"))
  const open = (clock?: TestShop["clock"]) =>
    openShop({ DATABASE_URL: address }, { database: openPostgres(address), ...(clock && { clock }) })
  const first = await open()
  nodes = [first, await open(first.clock), await open(first.clock)]
})
afterAll(async () => {
  for (const node of nodes) await node.close()
})
beforeEach(() => nodes[0].app.store.db.delete(mailOutbox))

async function write(number: number): Promise<string[]> {
  const people = Array.from({ length: number }, (_, n) => `reader${n}@demo.example`)
  for (const to of people) {
    await enqueue(nodes[0].app.store, { kind: "test", to, subject: "Hello", text: "Hello", html: "Hello" })
  }
  return people
}
const send = ({ app }: TestShop, deliver: Transport["deliver"]) => sendDue(app.store, { deliver }, app.log)

test("what is due is sent once, by any of the nodes", async () => {
  const people = await write(40)
  const sent: string[] = []
  const senders = new Set<TestShop>()
  const once = (node: TestShop) =>
    send(node, async ({ to }) => {
      await new Promise((done) => setTimeout(done, 5))
      sent.push(to)
      senders.add(node)
    })
  const numbers = await Promise.all([...nodes, ...nodes].map(once))
  expect(numbers.reduce((sum, one) => sum + one)).toBe(40)
  expect(sent.sort()).toEqual(people.sort())
  expect(senders.size).toBeGreaterThan(1)
})

test("what a node is sending no other sends; if it dies, one does when its claim ends", async () => {
  const [to] = await write(1)
  const sent: string[] = []
  const { clock } = nodes[0]
  void send(nodes[0], (message) => {
    sent.push(message.to)
    return new Promise(() => {})
  })
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  const work = () => Promise.all(nodes.map((node) => send(node, async (message) => void sent.push(message.to))))
  // As long as an attempt with all of its timeouts.
  clock.advance(seconds(100))
  expect(await work()).toEqual([0, 0, 0])
  clock.advance(seconds(20))
  await work()
  expect(sent).toEqual([to, to])
})

test("a receiver that takes nothing is tried with one batch, not with all that waits", async () => {
  await write(12)
  let tried = 0
  await send(nodes[0], async () => {
    tried++
    throw new Error("down")
  })
  expect(tried).toBe(5)
})
