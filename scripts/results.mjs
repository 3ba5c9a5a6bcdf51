// Reads what the test runners wrote. A runner that broke, or that ran nothing, is a failure of its own.

import { relative } from "node:path"
import { stripVTControlCharacters } from "node:util"

/** @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Count `failures` names what failed, with the first line of why */

/**
 * @param {string} json
 * @param {number} code the runner's exit code
 * @returns {Count}
 */
export function fromVitest(json, code) {
  const report = parse(json)
  if (!report) return broken("Vitest wrote no report")
  /** @type {{ name: string, status: string, message?: string, assertionResults: Assertion[] }[]} */
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
  const failures = (report.suites ?? []).flatMap(failedIn)
  return settle("Playwright", code, { passed: expected, failed: unexpected, skipped, failures })
}

/** @typedef {{ fullName: string, status: string, failureMessages?: string[] }} Assertion */
/** @typedef {{ projectName: string, status: string, results: { error?: { message?: string } }[] }} Tried */
/** @typedef {{ specs?: { file: string, title: string, tests: Tried[] }[], suites?: Suite[] }} Suite */

/**
 * @param {Suite} suite
 * @returns {string[]}
 */
function failedIn({ specs = [], suites = [] }) {
  const here = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter((test) => test.status === "unexpected")
      .map((test) => named(`[${test.projectName}] ${file} › ${title}`, test.results.at(-1)?.error?.message)),
  )
  return [...here, ...suites.flatMap(failedIn)]
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
  return { passed: 0, failed: 1, skipped: 0, failures: [reason] }
}

/** @param {string} json */
function parse(json) {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
