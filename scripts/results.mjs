// Reads what the test runners wrote. A runner that broke, or that ran nothing, is a failure of its own.

/**
 * @param {string} json
 * @param {number} code the runner's exit code
 */
export function fromVitest(json, code) {
  const report = parse(json)
  if (!report) return broken("Vitest wrote no report")
  /** @type {{ status: string, assertionResults: unknown[] }[]} */
  const files = report.testResults
  const unread = files.filter((file) => file.status === "failed" && file.assertionResults.length === 0).length
  return settle("Vitest", code, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unread,
    skipped: report.numPendingTests + report.numTodoTests,
  })
}

/**
 * @param {string} json
 * @param {number} code the runner's exit code
 */
export function fromPlaywright(json, code) {
  const report = parse(json)
  if (!report) return broken("Playwright wrote no report")
  const { expected, flaky, unexpected, skipped } = report.stats
  return settle("Playwright", code, { passed: expected + flaky, failed: unexpected, skipped })
}

/**
 * @param {string} runner
 * @param {number} code
 * @param {{ passed: number, failed: number, skipped: number }} count
 */
function settle(runner, code, count) {
  if (count.passed + count.failed === 0) return { ...count, ...broken(`${runner} ran no test`), skipped: count.skipped }
  if (code !== 0 && count.failed === 0) {
    console.error(`${runner} ended with exit code ${code} although no test failed`)
    return { ...count, failed: 1 }
  }
  return count
}

/** @param {string} reason */
function broken(reason) {
  console.error(reason)
  return { passed: 0, failed: 1, skipped: 0 }
}

/** @param {string} json */
function parse(json) {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
