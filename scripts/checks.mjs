// The static checks, in the order in which they are quick.
import { readFileSync } from "node:fs"
import { audit, licences } from "./packages.mjs"
import { node } from "./toolchain.mjs"

export const bin = "node_modules/.bin"

/** Imports between wings and rooms, against floors.json. */
export const floors = () =>
  node([
    `${bin}/depcruise`,
    "--output-type",
    "err-long",
    ...Object.keys(JSON.parse(readFileSync("floors.json", "utf8"))),
  ])

/** React Router's types of the routes, then all of them. */
export const types = async () => (await node([`${bin}/react-router`, "typegen"])) || node([`${bin}/tsc`, "--noEmit"])

/**
 * Each gives an exit code, or "skipped".
 * @typedef {{ name: string, run: () => Promise<number | "skipped"> }} Check
 * @type {Check[]}
 */
export const checks = [
  { name: "biome", run: () => node([`${bin}/biome`, "check"]) },
  { name: "floors", run: floors },
  { name: "types", run: types },
  { name: "languages", run: () => node(["scripts/languages/check.ts"]) },
  // After `types`: React Router's generated files are imported.
  { name: "knip", run: () => node([`${bin}/knip`, "--no-config-hints"]) },
  { name: "licences", run: licences },
]

/**
 * Part of `npm test` and not of `npm run check`: it needs the network, and fails without any change of ours.
 * @type {Check}
 */
export const vulnerabilities = { name: "vulnerabilities", run: audit }
