import { expect, test } from "vitest"
import { createPasswordQueue } from "./passwordQueue.ts"

/** A queue that runs one task at a time; `finish` ends it and lets the next one begin. */
function aQueue() {
  const queue = createPasswordQueue({ maxConcurrent: 1, maxWaiting: 8, maxPerNetwork: 5, maxPerAddress: 3 })
  const begun: string[] = []
  const refused: string[] = []
  let end = () => {}
  const add = (name: string, address: string) => {
    const work = () => {
      begun.push(name)
      return new Promise<void>((resolve) => {
        end = resolve
      })
    }
    queue.run(address, work).catch((error) => refused.push(`${name} ${error.code}`))
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const finish = async () => {
    end()
    await settled()
  }
  add("first", "192.0.2.1")
  return { add, finish, settled, begun, refused }
}

test("networks are served in turn, and within a /48 its /64s", async () => {
  const { add, finish, begun } = aQueue()
  for (const name of ["a1", "a2"]) add(name, "2001:db8:a:1")
  add("b1", "2001:db8:a:2")
  add("c1", "2001:db8:b:1")
  add("d1", "203.0.113.9")
  for (let i = 0; i < 6; i++) await finish()
  expect(begun).toEqual(["first", "a1", "c1", "d1", "b1", "a2"])
})

test("an address and a /48 have a share of the queue each", async () => {
  const { add, settled, refused } = aQueue()
  for (let i = 1; i <= 4; i++) add(`a${i}`, "2001:db8:a:1")
  for (let i = 1; i <= 3; i++) add(`b${i}`, `2001:db8:a:b${i}`)
  await settled()
  // The /48 has room for five: the address with the most gives one up for the third of the others.
  expect(refused).toEqual(["a4 UNREADY", "a3 UNREADY"])
})

test("a full queue refuses a task of the network with the most, and serves a newcomer", async () => {
  const { add, finish, settled, begun, refused } = aQueue()
  for (let i = 1; i <= 5; i++) add(`a${i}`, `2001:db8:a:${i}`)
  for (let i = 1; i <= 3; i++) add(`b${i}`, `2001:db8:b:${i}`)
  add("newcomer", "203.0.113.9")
  await settled()
  expect(refused).toEqual(["a5 UNREADY"])
  for (let i = 0; i < 3; i++) await finish()
  expect(begun).toEqual(["first", "a1", "b1", "newcomer"])
})
