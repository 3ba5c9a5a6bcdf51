import { expect, test } from "vitest"
import { ApiError } from "../api/client.ts"
import { sendOnce } from "./sendOnce.ts"

function aForm() {
  const once = sendOnce()
  const keys: string[] = []
  const send = (of?: FormData, error?: Error) =>
    once(async (headers) => {
      keys.push(headers["idempotency-key"])
      if (error) throw error
    }, of).catch((thrown: unknown) => thrown)
  return { send, keys }
}
const lost = new ApiError(0, null, null)

test("a form resent after a lost response keeps its key; after a success the next one has another", async () => {
  const { send, keys } = aForm()
  await send(undefined, lost)
  await send()
  await send()
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test("a key used for other content tells that the first attempt was saved, and ends with that", async () => {
  const { send, keys } = aForm()
  await send(undefined, lost)
  const told = await send(undefined, new ApiError(409, { code: "IDEMPOTENCY_MISMATCH", detail: "Used" }, null))
  expect(told).toMatchObject({ status: 409, detail: "Your first attempt was saved. You can find it in the list." })
  await send()
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test("other files have another key, and so has another file of the same name", async () => {
  const { send, keys } = aForm()
  const upload = (name: string, text: string) => {
    const form = new FormData()
    form.append("file", new File([text], name, { lastModified: 1 }))
    return form
  }
  const forms = [upload("a.png", "one"), upload("b.png", "one"), upload("a.png", "three")]
  for (const form of forms) await send(form, lost)
  expect(new Set(keys).size).toBe(3)
  await send(upload("a.png", "one"))
  expect(keys[3]).toBe(keys[0])
})
