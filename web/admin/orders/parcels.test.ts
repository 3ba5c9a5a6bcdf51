import { expect, test } from "vitest"
import { doubled, inRequests, merged, parseParcels, textOf } from "./parcels.ts"

const read = async (text: string) => (await parseParcels(text)).parcels
const plain = (parcels: { order_number: string; tracking_number: string }[]) =>
  parcels.map(({ order_number, tracking_number }) => `${order_number}=${tracking_number}`)

test("tracking numbers are read from a carrier's file, a spreadsheet's cells and lines of text", async () => {
  const wanted = ["ORD-000012=RM 1", "ORD-000013=RM 2"]
  for (const text of [
    "\uFEFForder_number,status,tracking_number\r\nORD-000012,shipped,RM 1\r\nORD-000013,,RM 2\r\n",
    "Date;Tracking no.;Order number\n2026-01-02;RM 1;ORD-000012\n2026-01-02;RM 2;ORD-000013",
    "ORD-000012\tRM 1\nORD-000013\tRM 2",
    "ORD-000012 RM 1\n\nORD-000013   RM 2\n",
    'ORD-000012,"RM 1"\nORD-000013,RM 2',
    "Ada Byron,ORD-000012,RM 1\nAda Byron,ORD-000013,RM 2",
  ]) {
    expect(plain(await read(text)), text).toEqual(wanted)
  }
  expect(plain(await read("ORD-000012"))).toEqual(["ORD-000012="])
  expect(plain(await read("order_number,tracking_number\nORD-000012,'+44 1"))).toEqual(["ORD-000012=+44 1"])
  for (const nothing of ["", "   "]) expect(await parseParcels(nothing)).toMatchObject({ parcels: [], unread: [] })
})

test("a line that cannot be read is kept as it was given, and no order is guessed from a plain number", async () => {
  for (const [text, parcels, unread] of [
    ["ORD-103562;TRACK9\ngarbage\n12345 ZZZ", ["ORD-103562=TRACK9"], ["garbage", "12345 ZZZ"]],
    [
      "ORD-12,RM 1\nORD-13;RM 2\nORD-14\tRM 3\nORD-15 RM 4",
      ["ORD-12=RM 1", "ORD-13=RM 2", "ORD-14=RM 3", "ORD-15=RM 4"],
      [],
    ],
    ["12,RM 1\n#13,RM 2\nORD-1x4,RM 3", ["#13=RM 2"], ["12,RM 1", "ORD-1x4,RM 3"]],
    ["hello there\nand more", [], ["hello there", "and more"]],
    ["AMZ-111-222,RM 1\nORD-12,RM 2", ["ORD-12=RM 2"], ["AMZ-111-222,RM 1"]],
  ] as const) {
    const found = await parseParcels(text)
    expect([plain(found.parcels), found.unread, found.headings], text).toEqual([parcels, unread, null])
  }
  const file = await parseParcels('order,tracking\n12,RM 1\n,"RM, 2"\n14,RM 3')
  expect(plain(file.parcels)).toEqual(["12=RM 1", "14=RM 3"])
  expect([file.headings, file.unread]).toEqual(["order,tracking", [',"RM, 2"']])
})

test("a number that is on the list already is not replaced: its order is marked as listed twice", () => {
  const typed = [{ order_number: "ORD-000012", tracking_number: "typed" }]
  const list = merged(typed, [{ order_number: "#12", tracking_number: "RM 1" }])
  expect(plain(list)).toEqual(["ORD-000012=typed", "ORD-000012=RM 1"])
  expect([...doubled(list)]).toEqual(["ORD-000012"])
  expect(doubled(merged(typed, typed)).size).toBe(0)
})

test("an import fills the selected orders, and adds the others", async () => {
  const chosen = [
    { order_number: "ORD-000012", tracking_number: "" },
    { order_number: "ORD-000013", tracking_number: "typed" },
  ]
  const file = await read("#12,RM 1\n#14,RM 3\n#13,")
  expect(plain(merged(chosen, file))).toEqual(["ORD-000012=RM 1", "ORD-000013=typed", "ORD-000014=RM 3"])
})

test("any file format yields each line's own numbers, and drops no line silently", async () => {
  const wanted = ["ORD-000012=RM 1", "ORD-000013=RM 2", "ORD-000014=RM 3"]
  const head = "order_number,tracking_number"
  for (const text of [
    `${head}\r\nORD-000012,RM 1\nORD-000013,RM 2\r\nORD-000014,RM 3`,
    "ORD-000012,RM 1\rORD-000013,RM 2\nORD-000014,RM 3\r\n",
    "ORD-000012 RM 1\u2028ORD-000013 RM 2\u2028ORD-000014 RM 3",
    'ORD-000012,"RM 1\nORD-000013,RM 2\nORD-000014,RM 3',
    `${head}\n"ORD-000012","RM 1"\nORD-000013,"RM 2\nORD-000014,RM 3`,
  ]) {
    expect(plain(await read(text)), text).toEqual(wanted)
  }
  for (const text of [
    "Shipment ref,Order number,Tracking number\nS1,ORD-000012,RM 1",
    "Order date,Order number,Tracking number\n2026-01-01,ORD-000012,RM 1",
    "Order,Shipment date,Tracking\nORD-000012,2026-01-01,RM 1",
    "order_number,tracking_url,tracking_number\nORD-000012,https://carrier.example/RM1,RM 1",
  ]) {
    expect(plain(await read(text)), text).toEqual(["ORD-000012=RM 1"])
  }
  expect(plain(await read('order_number,tracking_number\n12,"RM ""1"""'))).toEqual(['12=RM "1"'])
})

test("an order that an import names twice with different numbers is listed twice, to be reported", () => {
  const chosen = [{ order_number: "ORD-000012", tracking_number: "" }]
  const twice = [
    { order_number: "12", tracking_number: "RM 1" },
    { order_number: "ORD-000012", tracking_number: "RM 2" },
    { order_number: "ord-12", tracking_number: "RM 1" },
  ]
  expect(plain(merged(chosen, twice))).toEqual(["ORD-000012=RM 1", "ORD-000012=RM 2"])
})

test("a file is read in the encoding that its byte-order mark names", async () => {
  const text = "ORD-000012\tRM ä1"
  const utf16 = (isBig: boolean) => {
    const view = new DataView(new ArrayBuffer(2 + 2 * text.length))
    for (const [at, sign] of [..."\uFEFF", ...text].entries()) view.setUint16(2 * at, sign.charCodeAt(0), !isBig)
    return new Blob([view.buffer])
  }
  for (const file of [new Blob([text]), new Blob(["\uFEFF", text]), utf16(true), utf16(false)]) {
    expect(plain(await read(await textOf(file)))).toEqual(["ORD-000012=RM ä1"])
  }
})

test("the lines of one order are sent in one request, however long the list is", () => {
  const list = Array.from({ length: 60 }, (_, at) => ({ order_number: `ORD-${at % 55}`, tracking_number: `RM ${at}` }))
  const requests = inRequests(list, 25)
  expect(requests.flat()).toHaveLength(60)
  for (const one of requests) expect(one.length).toBeLessThanOrEqual(26)
  for (let at = 0; at < 5; at++) {
    const where = requests.flatMap((lines, index) =>
      lines.filter((line) => line.order_number === `ORD-${at}`).map(() => index),
    )
    expect(where).toEqual([where[0], where[0]])
  }
})
