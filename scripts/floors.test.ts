import { readdirSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

const areas: Record<string, Record<string, string[]>> = JSON.parse(readFileSync("floors.json", "utf8"))
const wings = Object.entries(areas).flatMap(([area, all]) =>
  Object.entries(all).map(([wing, rooms]) => ({ area, wing, rooms })),
)
/** The first cells of a page's tables. */
const named = (page: string) => [...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name)

test("docs/architecture.md shows the wings of floors.json in their order", () => {
  const page = readFileSync("docs/architecture.md", "utf8")
  const all = wings.filter(({ wing }) => wing !== ".").map(({ area, wing }) => `${area}/${wing}`)
  expect(named(page.slice(page.indexOf("## Floors"), page.indexOf("### Before and after")))).toEqual(all)
})

test.each(wings.filter(({ wing }) => wing !== "."))(
  "the README of $area/$wing shows its rooms in their order",
  ({ area, wing, rooms }) => {
    expect(named(readFileSync(`${area}/${wing}/README.md`, "utf8"))).toEqual(rooms)
    const folders = readdirSync(`${area}/${wing}`, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(folders.map(({ name }) => name).filter((name) => !rooms.includes(name))).toEqual([])
  },
)
