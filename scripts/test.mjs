// npm test [-- check|unit|e2e …]: every stage runs, whatever the one before said; the last line is the sum.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { checks, vulnerabilities } from "./checks.mjs"
import { ensureChromium } from "./chromium.mjs"
import { ensureBuilt } from "./pages.mjs"
import { broken, fromPlaywright, fromVitest } from "./results.mjs"
import { ensureInstalled, fail, node, readOr } from "./toolchain.mjs"

/** @import { Count } from "./results.mjs" */

/** @type {Record<string, () => Promise<Count>>} */
const stages = { check, unit, e2e }

const asked = process.argv.slice(2)
const chosen = (asked.length > 0 ? asked : Object.keys(stages)).map((name) => ({ name, run: stageCalled(name) }))

ensureInstalled()
const results = mkdtempSync(join(tmpdir(), "vitrine-results-"))
process.on("exit", () => rmSync(results, { recursive: true, force: true }))

/** @type {Count} */
const total = { passed: 0, failed: 0, skipped: 0, failures: [] }
for (const { name, run } of chosen) {
  console.log(`\n— ${name}`)
  const started = Date.now()
  const count = await run()
  console.log(`— ${name}: ${sentence(count)} in ${Math.round((Date.now() - started) / 1000)} s`)
  total.passed += count.passed
  total.failed += count.failed
  total.skipped += count.skipped
  total.failures.push(...count.failures)
}
// Once more at the end, where a long run is read first.
for (const failure of total.failures) console.log(`\n✗ ${failure}`)
console.log(`\n${sentence(total)}`)
process.exitCode = total.failed > 0 ? 1 : 0

/** @param {string} name */
function stageCalled(name) {
  return stages[name] ?? fail(`Unknown stage "${name}". There are: ${Object.keys(stages).join(", ")}`)
}

async function check() {
  /** @type {Count} */
  const count = { passed: 0, failed: 0, skipped: 0, failures: [] }
  for (const { name, run } of [...checks, vulnerabilities]) {
    const result = await run()
    const ending = result === "skipped" ? result : result === 0 ? "passed" : "failed"
    console.log(`  ${name}: ${ending}`)
    count[ending] += 1
    if (ending === "failed") count.failures.push(name)
  }
  return count
}

async function unit() {
  const file = join(results, "unit.json")
  const report = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`]
  const code = await node(["node_modules/.bin/vitest", "run", ...report], { NODE_ENV: "test" })
  return fromVitest(readOr(file, ""), code)
}

async function e2e() {
  if ((await ensureBuilt()) !== 0) return broken("The pages could not be built")
  const chromium = ensureChromium()
  if (!chromium) return broken("There is no Chromium")
  const file = join(results, "e2e.json")
  const env = { CHROME_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const code = await node(["node_modules/.bin/playwright", "test", "--reporter=list,json"], env)
  return fromPlaywright(readOr(file, ""), code)
}

/** @param {Count} count */
function sentence({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`
}
