// Imports go down: floors.json lists the rooms of each area from bottom to top, and a file may import from its own room
// and from those below it. Types count as well; tests are left out.
import { readFileSync } from "node:fs"

/** @typedef {{ room: string, what: string }} Room */

/** @type {Record<string, Room[]>} */
const areas = JSON.parse(readFileSync(new URL("floors.json", import.meta.url), "utf8"))

/** @param {string} text */
const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")

/**
 * A room is a folder of its area or a file at its top.
 * @param {string} area
 * @param {string[]} names
 */
const pathOf = (area, names) => `^${area}/(?:${names.map(escaped).join("|")})(?:/|\\.[cm]?[jt]sx?$)`

/**
 * @param {string} area
 * @param {Room[]} rooms
 */
const rulesOf = (area, rooms) => [
  ...rooms.slice(0, -1).map(({ room, what }, floor) => ({
    name: `${area}/${room}`,
    severity: "error",
    comment:
      `${area}/${room} (${what}) may import only from rooms below it in floors.json. ` +
      `Move what both need down to ${area}/${room} or lower, or have the higher room pass it in.`,
    from: { path: pathOf(area, [room]) },
    to: {
      path: pathOf(
        area,
        rooms.slice(floor + 1).map((above) => above.room),
      ),
    },
  })),
  {
    name: `${area}/cycle`,
    severity: "error",
    comment: "Folders must not import each other, directly or in a circle: move what both need into a lower folder.",
    scope: "folder",
    from: { path: `^${area}/` },
    to: { circular: true, viaOnly: { path: `^${area}/` } },
  },
  ...["from", "to"].map((end) => ({
    name: `${area}/unlisted-${end}`,
    severity: "error",
    comment: `This room is not in floors.json: add it to "${area}", above every room that it imports from.`,
    from: { path: `^${area}/` },
    to: {},
    [end]: {
      path: `^${area}/`,
      pathNot: pathOf(
        area,
        rooms.map(({ room }) => room),
      ),
    },
  })),
]

export default {
  forbidden: Object.entries(areas).flatMap(([area, rooms]) => rulesOf(area, rooms)),
  options: {
    parser: "swc",
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\.(test|bench)\\.tsx?$" },
  },
}
