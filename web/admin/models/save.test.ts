import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { Doll } from "#contract/catalog.ts"
import { type DollInput, emptyDoll } from "./form.ts"
import { type Opened, open } from "./opened.ts"
import { saver } from "./save.ts"

const made = { ...emptyDoll, id: 7, name: "Nightjar", price: 10, doll_material: "Slate", stock: null }
const opened: Opened = { doll: made as unknown as Doll, tag: '"1"' }
const typed = (values: object) => ({ ...made, ...values }) as unknown as DollInput

/** The model on the server. Every change increments its version. */
let stored: { doll: object; version: number }
let calls: string[]
let loseNext: boolean
let save: ReturnType<typeof saver>
const change = (fields: object) => {
  stored = { doll: { ...stored.doll, ...fields }, version: stored.version + 1 }
}
const answer = () => Response.json(stored.doll, { headers: { etag: `"${stored.version}"` } })

beforeEach(() => {
  stored = { doll: made, version: 1 }
  calls = []
  loseNext = false
  save = saver()
  const storage = { getItem: () => null, setItem() {}, removeItem() {} }
  vi.stubGlobal("localStorage", storage)
  vi.stubGlobal("sessionStorage", storage)
  vi.stubGlobal("fetch", async (url: string, { method, headers, body }: RequestInit) => {
    calls.push(`${method} ${url}`)
    if (method === "GET") return answer()
    const seen = (headers as Record<string, string>)["if-match"]
    if (seen !== `"${stored.version}"`) return Response.json({ code: "STALE" }, { status: 412 })
    change(JSON.parse(String(body)))
    if (!loseNext) return answer()
    loseNext = false
    throw new TypeError("Failed to fetch")
  })
})
afterEach(() => vi.unstubAllGlobals())

const lose = async (values: object) => {
  loseNext = true
  await expect(save(opened, typed(values))).rejects.toMatchObject({ status: 0 })
}

test("what an own save left behind, whose response was lost, is overwritten without a question", async () => {
  await lose({ price: 20 })
  const done = await save(opened, typed({ price: 30 }))
  expect(done).toMatchObject({ saved: { doll: { price: 30 }, tag: '"3"' } })
  expect(stored.doll).toMatchObject({ price: 30 })
})

test("after a lost response the form can go back to the values it began with", async () => {
  await lose({ price: 20 })
  expect(await save(opened, typed({}))).toMatchObject({ saved: { doll: { price: 10 }, tag: '"3"' } })
  expect(stored.doll).toMatchObject({ price: 10 })
  expect(await save({ doll: stored.doll as Doll, tag: '"3"' }, typed({}))).toBeNull()
})

test("another admin's change is a conflict, also on top of an own lost save", async () => {
  change({ price: 15 })
  expect(await save(opened, typed({ price: 20 }))).toMatchObject({ theirs: { doll: { price: 15 }, tag: '"2"' } })
  stored = { doll: made, version: 1 }
  await lose({ price: 20 })
  change({ doll_material: "Oak" })
  expect(await save(opened, typed({ price: 30 }))).toMatchObject({ theirs: { doll: { price: 20 }, tag: '"3"' } })
  expect(stored.doll).toMatchObject({ price: 20, doll_material: "Oak" })
})

test("an address without an id opens nothing and asks for nothing", async () => {
  for (const id of ["abc", "0", "-1", "1e3", ""]) await expect(open(id)).rejects.toMatchObject({ status: 404 })
  expect(calls).toEqual([])
  expect(await open("7")).toMatchObject({ doll: { id: 7 }, tag: '"1"' })
})
