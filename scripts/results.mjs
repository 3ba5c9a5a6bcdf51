// Reads the reports of the test runners. A runner that broke, or that ran nothing, is a failure of its own.

import { relative } from "node:path"
import { stripVTControlCharacters } from "node:util"

/**
 * `failures` names the failed tests, with the first line of the reason; `slowest` the slowest ones, with their seconds.
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[], slowest: string[] }} Count
 */

/**
 * @param {string} json
 * @param {number} code the runner's exit code
 * @returns {Count}
 */
export function fromVitest(json, code) {
  const report = parse(json)
  if (!report) return broken("Vitest wrote no report")
  /** @type {{ name: string, status: string, message?: string, startTime: number, endTime: number, assertionResults: Assertion[] }[]} */
  const files = report.testResults
  const unread = files.filter((file) => file.status === "failed" && file.assertionResults.length === 0)
  const failures = files.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === "failed")
      .map((test) => named(`${shortName(file.name)} › ${test.fullName}`, test.failureMessages?.[0])),
  )
  return settle("Vitest", code, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unread.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [...failures, ...unread.map((file) => named(shortName(file.name), file.message))],
    slowest: slowestOf(files.map(({ name, startTime, endTime }) => [shortName(name), endTime - startTime])),
  })
}

/**
 * @param {string} json
 * @param {number} code the runner's exit code
 * @returns {Count}
 */
export function fromPlaywright(json, code) {
  const report = parse(json)
  if (!report) return broken("Playwright wrote no report")
  const { expected, unexpected, skipped } = report.stats
  /** @type {ReturnType<typeof testsIn>} */
  const tests = (report.suites ?? []).flatMap(testsIn)
  const failures = tests
    .filter(({ status }) => status === "unexpected")
    .map(({ name, results }) => named(name, results.at(-1)?.error?.message))
  const slowest = slowestOf(tests.map(({ name, results }) => [name, results.at(-1)?.duration ?? 0]))
  return settle("Playwright", code, { passed: expected, failed: unexpected, skipped, failures, slowest })
}

/**
 * @param {[name: string, milliseconds: number][]} all
 * @returns {string[]}
 */
function slowestOf(all) {
  const slowest = all.sort(([, a], [, b]) => b - a).slice(0, 10)
  return slowest.map(([name, milliseconds]) => `${(milliseconds / 1000).toFixed(1).padStart(7)}  ${name}`)
}

/** @typedef {{ fullName: string, status: string, failureMessages?: string[] }} Assertion */
/** @typedef {{ projectName: string, status: string, results: { duration?: number, error?: { message?: string } }[] }} Tried */
/** @typedef {{ specs?: { file: string, title: string, tests: Tried[] }[], suites?: Suite[] }} Suite */

/**
 * @param {Suite} suite
 * @returns {(Tried & { name: string })[]}
 */
function testsIn({ specs = [], suites = [] }) {
  const here = specs.flatMap(({ file, title, tests }) =>
    tests.map((test) => ({ ...test, name: `[${test.projectName}] ${file} › ${title}` })),
  )
  return [...here, ...suites.flatMap(testsIn)]
}

/** @param {string} file */
function shortName(file) {
  return relative(process.cwd(), file)
}

/**
 * @param {string} name
 * @param {string} [message]
 */
function named(name, message = "") {
  const why = stripVTControlCharacters(message)
    .split("\n")
    .find((line) => line.trim() !== "")
  return why ? `${name}: ${why.trim()}` : name
}

/**
 * @param {string} runner
 * @param {number} code
 * @param {Count} count
 * @returns {Count}
 */
function settle(runner, code, count) {
  if (count.passed + count.failed === 0) return { ...count, ...broken(`${runner} ran no test`), skipped: count.skipped }
  if (code !== 0 && count.failed === 0) {
    return {
      ...count,
      ...broken(`${runner} ended with exit code ${code} although no test failed`),
      passed: count.passed,
      skipped: count.skipped,
      slowest: count.slowest,
    }
  }
  return count
}

/**
 * @param {string} reason
 * @returns {Count}
 */
export function broken(reason) {
  console.error(reason)
  return { passed: 0, failed: 1, skipped: 0, failures: [reason], slowest: [] }
}

/** @param {string} json */
function parse(json) {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
