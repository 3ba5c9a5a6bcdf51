// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, expect, test, vi } from "vitest"
import { maxReturnPhotos } from "#contract/limits.ts"
import type { OrderReturns, Return } from "#contract/refunds.ts"
import { returnTexts } from "#contract/refundText.ts"
import { ApiError } from "../../platform/api/client.ts"
import { upload } from "../../platform/api/upload.ts"
import { aCustomer, anOrder, usual } from "../../testing/data.ts"
import { answer, open } from "../../testing/page.tsx"

vi.mock("../../platform/api/upload.ts", () => ({ upload: vi.fn() }))
const sent = vi.mocked(upload)
beforeEach(() => {
  sent.mockReset()
  Object.assign(URL, { createObjectURL: () => "blob:photo", revokeObjectURL: () => {} })
})

const person = userEvent.setup({ delay: null, applyAccept: false })
const created_at = "2026-11-20T10:00:00.000Z"
const photo = { id: 9, width: 60, height: 40, created_at }
const one: Return = {
  id: 5,
  status: "requested",
  reason: "damaged",
  note: null,
  payout_address: null,
  instructions: null,
  refusal: null,
  condition: null,
  lines: [{ doll_id: 20, name: "Isolde", quantity: 1 }],
  photos: [],
  created_at,
  decided_at: null,
  received_at: null,
  ended_at: null,
}
const before: OrderReturns = {
  until: "2999-01-01T00:00:00.000Z",
  lines: [{ doll_id: 20, name: "Isolde", quantity: 1 }],
  returns: [],
  refunds: [],
}
const requested: OrderReturns = { ...before, lines: [], returns: [one] }
const withPhoto: OrderReturns = { ...requested, returns: [{ ...one, photos: [photo] }] }
const crack = new File(["crack"], "crack.jpg", { type: "image/jpeg" })
const dialog = () => within(document.querySelector<HTMLElement>("dialog[open]")!)
const press = async (name: string) => person.click(await screen.findByRole("button", { name }))

async function openOrder(returns: OrderReturns) {
  answer({
    ...usual,
    "GET /orders/1": { ...anOrder, id: 1, status: "shipped" },
    "GET /orders/1/returns": returns,
    "GET /returns/5/photos/9": new Response(new Blob(["photo"])),
  } as Parameters<typeof answer>[0])
  await open("/order/1", { user: aCustomer })
}

test("a return for damage brings photographs, and another return asks for none", async () => {
  await openOrder(before)
  await press("Return items")
  const field = () => dialog().queryByLabelText("Photographs", { selector: "input" })
  await person.selectOptions(dialog().getByLabelText(/^Reason/), "changed_mind")
  expect(field()).toBeNull()
  await person.selectOptions(dialog().getByLabelText(/^Reason/), "damaged")
  await person.upload(field()!, [crack, new File(["x"], "note.pdf", { type: "application/pdf" })])
  await person.click(dialog().getByRole("button", { name: "Request return" }))
  dialog().getByText(returnTexts.notAPhoto)
  await person.click(dialog().getByRole("button", { name: "Remove note.pdf" }))

  answer({ "POST /orders/1/returns": requested })
  sent.mockResolvedValue(withPhoto)
  await person.click(dialog().getByRole("button", { name: "Request return" }))
  await screen.findByText(returnTexts.requested)
  await screen.findByRole("button", { name: "Open Photograph 1" })
  expect(sent.mock.calls.map(([what, form]) => [what, (form.get("file") as File).name])).toEqual([
    ["POST /returns/5/photos", "crack.jpg"],
  ])
})

test("a photograph that fails doesn't lose the return: the page says why, and it can be added later", async () => {
  await openOrder(before)
  await press("Return items")
  await person.selectOptions(dialog().getByLabelText(/^Reason/), "damaged")
  await person.upload(dialog().getByLabelText("Photographs", { selector: "input" }), crack)
  answer({ "POST /orders/1/returns": requested })
  sent.mockRejectedValueOnce(new ApiError(415, { detail: returnTexts.notAPhoto }, null))
  await person.click(dialog().getByRole("button", { name: "Request return" }))
  await screen.findByText(returnTexts.photosFailed)
  await screen.findByText(returnTexts.notAPhoto)

  await press("Add photographs")
  const add = () => person.click(dialog().getByRole("button", { name: "Add photographs" }))
  await add()
  dialog().getByText(returnTexts.noPhoto)
  await person.upload(
    dialog().getByLabelText("Photographs", { selector: "input" }),
    Array(maxReturnPhotos + 1).fill(crack),
  )
  await add()
  dialog().getByText(returnTexts.tooManyPhotos)
  for (let left = maxReturnPhotos; left > 0; left--) {
    await person.click(dialog().getAllByRole("button", { name: "Remove crack.jpg" })[0]!)
  }
  sent.mockRejectedValueOnce(new ApiError(500, { detail: "The kiln is cold." }, null))
  await add()
  await waitFor(() => dialog().getByText("The kiln is cold."))
  sent.mockResolvedValue(withPhoto)
  await add()
  await screen.findByText(returnTexts.photosAdded)
  await screen.findByRole("button", { name: "Open Photograph 1" })
})
