// npm run check | lint | format | typecheck | audit | sbom | floors | build | bench | cluster | backup | restore | media:move | admin:unlock | db:reset | demo:media | moderation:measure | moderation:train
import { setPriority } from "node:os"
import { bin, checks, floors, types, vulnerabilities } from "./checks.mjs"
import { sbom } from "./packages.mjs"
import { build, ensureBuilt } from "./pages.mjs"
import { ensureInstalled, fail, node } from "./toolchain.mjs"

const [task = "", ...args] = process.argv.slice(2)

/** @type {Record<string, () => Promise<number>>} */
const tasks = {
  check: async () => {
    let code = 0
    for (const check of checks) code = codeOf(await check.run()) || code
    return code
  },
  lint: () => node([`${bin}/biome`, "check", ...args]),
  format: () => node([`${bin}/biome`, "check", "--write", ...args]),
  typecheck: types,
  audit: async () => codeOf(await vulnerabilities.run()),
  sbom,
  floors,
  build: () => build(args),
  bench: async () => (await ensureBuilt()) || node(["bench/main.ts", ...args], { NODE_ENV: "production" }),
  cluster: async () => (await ensureBuilt()) || node(["scripts/cluster.ts"], { NODE_ENV: "production" }),
  backup: () => node(["server/backoffice/backup/backup.ts", ...args]),
  restore: () => node(["server/backoffice/backup/restore.ts", ...args]),
  "media:move": () => node(["server/platform/media/move.ts", ...args]),
  "admin:unlock": () => node(["server/people/second-factor/unlock.ts", ...args]),
  "db:reset": () => node(["server/platform/db/reset.ts", ...args]),
  "moderation:measure": () => node(["tools/moderation/measure.ts", ...args]),
  "moderation:train": () => node(["tools/moderation/train.ts", ...args]),
  "demo:media": () => {
    setPriority(15) // minutes of rendering; whatever else this machine does comes first
    return node(["scripts/demo-media/main.ts", ...args])
  },
}

/** The tasks that need the packages of tools/. */
const tested = new Set(["check", "lint", "format", "typecheck", "floors", "bench", "cluster", "demo:media"])

/** @param {number | "skipped"} result */
const codeOf = (result) => (result === "skipped" ? 0 : result)

const work = tasks[task] ?? fail(`Unknown task "${task}". There are: ${Object.keys(tasks).join(", ")}`)
ensureInstalled({ tools: tested.has(task) })
process.exit(await work())
