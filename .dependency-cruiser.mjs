// Imports go down: floors.json lists the wings of each area from bottom to top, and in each wing its rooms. A file may
// import from its own room, from those below it in its wing, and from the wings below. Types count as well; tests are
// left out.
import { readFileSync } from "node:fs"

/** @type {Record<string, Record<string, string[]>>} */
const areas = JSON.parse(readFileSync(new URL("floors.json", import.meta.url), "utf8"))

/** @param {string} text */
const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")

/**
 * A room is a folder of its wing or a file there; the wing "." is what stands directly in its area.
 * @param {string} area
 * @param {string} wing
 * @param {string[]} rooms
 */
const pathOf = (area, wing, rooms) =>
  `^${area}/${wing === "." ? "" : `${wing}/`}(?:${rooms.map(escaped).join("|")})(?:/|\\.[cm]?[jt]sx?$)`

/** @param {{ name: string, path: string }[]} floors */
const upwards = (floors) =>
  floors.slice(0, -1).map(({ name, path }, floor) => ({
    name,
    severity: "error",
    comment:
      `${name} may import only from what is below it in floors.json. ` +
      `Move what both need down to ${name} or lower, or have the higher one pass it in.`,
    from: { path },
    to: { path: floors.slice(floor + 1).map((above) => above.path) },
  }))

/**
 * @param {string} area
 * @param {[wing: string, rooms: string[]][]} wings
 */
const rulesOf = (area, wings) => [
  ...upwards(wings.map(([wing, rooms]) => ({ name: `${area}/${wing}`, path: pathOf(area, wing, rooms) }))),
  ...wings.flatMap(([wing, rooms]) =>
    upwards(rooms.map((room) => ({ name: `${area}/${wing}/${room}`, path: pathOf(area, wing, [room]) }))),
  ),
  {
    name: `${area}/cycle`,
    severity: "error",
    comment: "Folders of a room must not import each other in a circle: move what both need into a lower folder.",
    scope: "folder",
    from: { path: `^${area}/[^/]+/[^/]+/` },
    to: { circular: true },
  },
  ...["from", "to"].map((end) => ({
    name: `${area}/unlisted-${end}`,
    severity: "error",
    comment: "This room is not in floors.json: add it to its wing, above every room that it imports from.",
    from: { path: `^${area}/` },
    to: {},
    [end]: { path: `^${area}/`, pathNot: wings.map(([wing, rooms]) => pathOf(area, wing, rooms)) },
  })),
]

export default {
  forbidden: Object.entries(areas).flatMap(([area, wings]) => rulesOf(area, Object.entries(wings))),
  options: {
    parser: "swc",
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\.(test|bench)\\.tsx?$" },
  },
}
