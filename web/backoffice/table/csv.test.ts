import { expect, test } from "vitest"
import type { AdminOrder } from "#contract/admin.ts"
import { cellText, csvCell, orderColumns } from "#contract/csv.ts"
import type { Column } from "./columns.ts"
import { csvOf, fileOf } from "./csv.ts"

test("a cell that a spreadsheet would execute becomes text, and commas, quotes and lines stay in their cell", () => {
  expect(csvCell("=HYPERLINK(1)")).toBe("'=HYPERLINK(1)")
  expect(csvCell("+1")).toBe("'+1")
  expect(csvCell("-cmd")).toBe("'-cmd")
  expect(csvCell("@sum")).toBe("'@sum")
  expect(csvCell(-12.5)).toBe("-12.5")
  expect(csvCell('a "b", c')).toBe('"a ""b"", c"')
  expect(csvCell("one\ntwo")).toBe('"one\ntwo"')
})

test("an exported file has a header row, and only meaningful columns", () => {
  const columns: Column<{ name: string; price: number | null }>[] = [
    { id: "image", header: "Image", cell: () => null },
    { id: "name", header: "Name", cell: () => null, text: ({ name }) => name },
    { id: "price", header: "Price", cell: () => null, text: ({ price }) => price },
  ]
  const rows = [
    { name: "Vesper", price: 1240 },
    { name: "=1", price: null },
  ]
  expect(csvOf(columns, rows)).toBe("\ufeffName,Price\r\nVesper,1240\r\n'=1,")
})

test("selected orders have the columns of the whole list, with what a carrier needs", () => {
  const shippingAddress = {
    name: "Mara Demo",
    street: "1 Sample Street",
    city: "Springfield",
    state: "Oregon",
    zipCode: "97477",
    country: "US",
    phone: "+1 555 0100",
    email: "mara@demo.example",
  }
  const refund = { refunded: 0, due: 0, state: "none" }
  const order = { orderNumber: "ORD-000001", items: [{ name: "Isolde", quantity: 2 }], refund, shippingAddress }
  const [head, row] = fileOf(orderColumns, [order as AdminOrder]).split("\r\n")
  for (const name of ["order_number", "street", "phone", "pieces"]) expect(head!.split(",")).toContain(name)
  expect(row).toContain("Mara Demo,1 Sample Street,Springfield,Oregon,97477,US,+1 555 0100,mara@demo.example,2")
})

test("a cell gives back every text that was written to it", () => {
  for (const text of ["=1", "'=1", "''@x", "'plain", "+49 30 123456", "-1", "'+49 30 123456", "'", ""].concat([
    "x;=1+1",
    "x;'=1",
    "a\t@b",
    "\t=1",
    "'\t'=1",
    "-a\n- b\r\n''+c",
    "a; b",
    ";;=",
    "'x;'y",
  ])) {
    const read = csvCell(text).replace(/^"|"$/g, "")
    expect(cellText(read)).toBe(text)
  }
})
