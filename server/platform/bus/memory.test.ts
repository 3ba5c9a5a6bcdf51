import { expect, test } from "vitest"
import { createLog } from "../log.ts"
import { createMemoryBus } from "./memory.ts"

const bus = () => createMemoryBus(createLog("silent"))

test("messages are delivered in order to every subscriber of the topic, asynchronously", async () => {
  const { publish, subscribe } = bus()
  const heard: unknown[] = []
  subscribe<number>("room:1", (n) => heard.push(["first", n]))
  subscribe<number>("room:1", (n) => heard.push(["second", n]))
  subscribe("room:2", () => heard.push("another room"))
  publish("room:1", 1)
  publish("room:1", 2)
  expect(heard).toEqual([])
  await null
  expect(heard).toEqual([
    ["first", 1],
    ["second", 1],
    ["first", 2],
    ["second", 2],
  ])
})

test("after unsubscribing nothing is delivered, not even what was already published", async () => {
  const { publish, subscribe } = bus()
  const heard: unknown[] = []
  const listen = (n: number) => heard.push(n)
  const stop = subscribe("topic", listen)
  subscribe("topic", listen)
  publish("topic", 1)
  stop()
  await null
  expect(heard).toEqual([1])
})

test("a failing listener does not affect the others", async () => {
  const { publish, subscribe } = bus()
  const heard: unknown[] = []
  subscribe("topic", () => {
    throw new Error("broken")
  })
  subscribe("topic", (n) => heard.push(n))
  publish("topic", 1)
  await null
  expect(heard).toEqual([1])
})

test("events within a process are never lost, so it is always up", async () => {
  const memory = bus()
  expect(memory.up).toBe(true)
  await memory.ping()
  await memory.close()
})
