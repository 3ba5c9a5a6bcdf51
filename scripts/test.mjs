// npm test [-- check|unit|faults|e2e … [file …]]: runs every stage, whatever the result of the one before; the last
// line is the sum. Files are parts of paths, and narrow the stages that have been named: npm test -- unit
// server/sales/cart
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { cpus, tmpdir } from "node:os"
import { join } from "node:path"
import { checks, vulnerabilities } from "./checks.mjs"
import { ensureChromium } from "./chromium.mjs"
import { ensureBuilt } from "./pages.mjs"
import { broken, fromPlaywright, fromVitest } from "./results.mjs"
import { ensureInstalled, fail, node, readOr } from "./toolchain.mjs"

/** @import { Count } from "./results.mjs" */
/** @typedef {(text: string) => void} Print */

/**
 * The groups of stages, the cheapest first, so that a run fails early. The fault runs mostly wait, so they run beside
 * the journeys; the others use the whole machine.
 * @type {Record<string, (print?: Print) => Promise<Count>>[]}
 */
const groups = [{ check }, { unit }, { e2e, faults }]

const given = process.argv.slice(2)
const names = groups.flatMap((group) => Object.keys(group))
const end = given.findIndex((word) => !names.includes(word))
const asked = end < 0 ? given : given.slice(0, end)
const files = given.slice(asked.length)
if (asked.length === 0 && files.length > 0) fail(`Unknown stage "${files[0]}". There are: ${names.join(", ")}`)

ensureInstalled({ tools: true })
const results = mkdtempSync(join(tmpdir(), "vitrine-results-"))
process.on("exit", () => rmSync(results, { recursive: true, force: true }))

/** @type {Count} */
const total = { passed: 0, failed: 0, skipped: 0, failures: [], slowest: [] }
for (const group of groups) {
  const worked = processorTime()
  const chosen = Object.entries(group).filter(([name]) => asked.length === 0 || asked.includes(name))
  await Promise.all(
    chosen.map(async ([name, stage], index) => {
      // Only the first of the group prints while it runs; the output of the others follows when they have ended.
      /** @type {string[]} */
      const kept = []
      const print = index > 0 ? (/** @type {string} */ text) => void kept.push(text) : undefined
      console.log(`\n— ${name}${index > 0 ? ", meanwhile" : ""}`)
      const started = Date.now()
      const count = await stage(print)
      process.stdout.write(kept.join(""))
      for (const failure of count.failures) console.log(`\n✗ ${failure}`)
      console.log(`\n— ${name}: ${sentence(count)} in ${Math.round((Date.now() - started) / 1000)} s`)
      total.passed += count.passed
      total.failed += count.failed
      total.skipped += count.skipped
      total.failures.push(...count.failures)
      if (count.slowest.length > 0) total.slowest.push(`${name}:`, ...count.slowest)
    }),
  )
  if (chosen.length > 0) {
    const seconds = Math.round((processorTime() - worked) / 1000)
    console.log(`— ${chosen.map(([name]) => name).join(" and ")}: ${seconds} s of processor time on this machine`)
  }
}
console.log(`\nThe slowest, in seconds:\n${total.slowest.join("\n")}`)
// The failures are printed again at the end, where a long run is read first.
for (const failure of total.failures) console.log(`\n✗ ${failure}`)
console.log(`\n${sentence(total)}`)
process.exitCode = total.failed > 0 ? 1 : 0

async function check() {
  /** @type {Count} */
  const count = { passed: 0, failed: 0, skipped: 0, failures: [], slowest: [] }
  for (const { name, run } of [...checks, vulnerabilities]) {
    const result = await run()
    const ending = result === "skipped" ? result : result === 0 ? "passed" : "failed"
    console.log(`  ${name}: ${ending}`)
    count[ending] += 1
    if (ending === "failed") count.failures.push(name)
  }
  return count
}

function unit() {
  return vitest("unit", ["--project=!faults"])
}

/** @param {Print} [print] */
function faults(print) {
  return vitest("faults", ["--project=faults"], print)
}

/**
 * @param {string} name
 * @param {string[]} args
 * @param {Print} [print]
 */
async function vitest(name, args, print) {
  const file = join(results, `${name}.json`)
  const report = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`]
  const code = await node(
    ["node_modules/.bin/vitest", "run", ...args, ...report, ...files],
    { NODE_ENV: "test" },
    print,
  )
  return fromVitest(readOr(file, ""), code)
}

async function e2e() {
  if ((await ensureBuilt()) !== 0) return broken("The pages could not be built")
  const chromium = ensureChromium()
  if (!chromium) return broken("There is no Chromium")
  const file = join(results, "e2e.json")
  const env = { CHROME_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file, FIRST_SPECS: changedFeatures().join(",") }
  const code = await node(["node_modules/.bin/playwright", "test", "--reporter=list,json", ...files], env)
  return fromPlaywright(readOr(file, ""), code)
}

/** Returns the folders of features that changed since the commit before the last one; none outside a clone. */
function changedFeatures() {
  const { stdout } = spawnSync("git", ["diff", "--name-only", "HEAD~1"], { encoding: "utf8" })
  const found = (stdout ?? "").matchAll(/^(?:(?:web|server)\/\w+\/([\w-]+)\/|e2e\/([\w-]+)\.spec\.ts)/gm)
  return [...new Set([...found].map(([, feature, spec]) => feature ?? spec))]
}

/**
 * Returns the processor time of the machine in milliseconds, of all its processes: many processes of a stage, such as
 * those of a browser, end without being waited for.
 */
function processorTime() {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)
}

/** @param {Count} count */
function sentence({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`
}
