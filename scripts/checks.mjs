// The static checks, the quickest first.
import { readFileSync } from "node:fs"
import { audit, licences } from "./packages.mjs"
import { node } from "./toolchain.mjs"

export const bin = "node_modules/.bin"

/** Checks imports between wings and rooms against floors.json. */
export const floors = () =>
  node([
    `${bin}/depcruise`,
    "--output-type",
    "err-long",
    ...Object.keys(JSON.parse(readFileSync("floors.json", "utf8"))),
  ])

/** Generates React Router's types of the routes, then checks all types. */
export const types = async () => (await node([`${bin}/react-router`, "typegen"])) || node([`${bin}/tsc`, "--noEmit"])

/**
 * Each check returns an exit code, or "skipped".
 * @typedef {{ name: string, run: () => Promise<number | "skipped"> }} Check
 * @type {Check[]}
 */
export const checks = [
  { name: "biome", run: () => node([`${bin}/biome`, "check"]) },
  { name: "floors", run: floors },
  { name: "types", run: types },
  { name: "languages", run: () => node(["scripts/languages/check.ts"]) },
  // It follows `types`, because React Router's generated files are imported.
  { name: "knip", run: () => node([`${bin}/knip`, "--no-config-hints"]) },
  { name: "licences", run: licences },
]

/**
 * A part of `npm test` and not of `npm run check`, because it needs the network, and can fail without any change of
 * ours.
 * @type {Check}
 */
export const vulnerabilities = { name: "vulnerabilities", run: audit }
