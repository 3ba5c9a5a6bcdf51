import { readFile } from "node:fs/promises"
import { expect, test } from "vitest"

test("the floors that docs/architecture.md shows are those of floors.json", async () => {
  const areas: Record<string, { room: string; what: string }[]> = JSON.parse(await readFile("floors.json", "utf8"))
  const page = await readFile("docs/architecture.md", "utf8")
  for (const [area, rooms] of Object.entries(areas)) {
    const rows = rooms.map(({ room, what }) => `| \`${room}\` | ${what} |`)
    expect(page, area).toContain(rows.join("\n"))
  }
})
