import { expect, test } from "vitest"
import type { Column } from "./columns.ts"
import { cellOf, csvOf } from "./csv.ts"

test("a cell that a spreadsheet would reckon becomes text, and commas, quotes and lines stay in their cell", () => {
  expect(cellOf("=HYPERLINK(1)")).toBe("'=HYPERLINK(1)")
  expect(cellOf("+1")).toBe("'+1")
  expect(cellOf("-cmd")).toBe("'-cmd")
  expect(cellOf("@sum")).toBe("'@sum")
  expect(cellOf(-12.5)).toBe("-12.5")
  expect(cellOf('a "b", c')).toBe('"a ""b"", c"')
  expect(cellOf("one\ntwo")).toBe('"one\ntwo"')
})

test("a file of rows has a head, and only the columns that tell something", () => {
  const columns: Column<{ name: string; price: number | null }>[] = [
    { id: "image", header: "Image", cell: () => null },
    { id: "name", header: "Name", cell: () => null, text: ({ name }) => name },
    { id: "price", header: "Price", cell: () => null, text: ({ price }) => price },
  ]
  const rows = [
    { name: "Vesper", price: 1240 },
    { name: "=1", price: null },
  ]
  expect(csvOf(columns, rows)).toBe("Name,Price\r\nVesper,1240\r\n'=1,")
})
