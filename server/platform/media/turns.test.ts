import { expect, test } from "vitest"
import { createTurns, type Owner } from "./turns.ts"

test("the shop's work waits for at most one task of a user, and users take turns", async () => {
  const turns = createTurns()
  const done: Owner[] = []
  const work = (owner: Owner) => turns.take(owner, async () => void done.push(owner))
  const all = [work(0), ...Array.from({ length: 4 }, () => work(1)), work(2), work(2), work("shop"), work("shop")]
  await Promise.all(all)
  expect(done).toEqual([0, "shop", 1, "shop", 2, 1, 2, 1, 1])
})

test("an error is returned to its caller, and blocks nobody", async () => {
  const turns = createTurns()
  const failed = turns.take(1, () => Promise.reject(new Error("broken")))
  const kept = turns.take(1, async () => "kept")
  await expect(failed).rejects.toThrow("broken")
  expect(await kept).toBe("kept")
})
