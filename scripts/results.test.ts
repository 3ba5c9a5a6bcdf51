import { afterAll, expect, test, vi } from "vitest"
import { fromPlaywright, fromVitest } from "./results.mjs"

const said = vi.spyOn(console, "error").mockImplementation(() => {})
afterAll(() => said.mockRestore())

const vitest = (counts: object, files: object[] = []) =>
  JSON.stringify({
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: files,
    ...counts,
  })
const playwright = (stats: object) =>
  JSON.stringify({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats } })

test("a run of tests is counted as it was", () => {
  const report = vitest({ numPassedTests: 7, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 })
  expect(fromVitest(report, 1)).toEqual({ passed: 7, failed: 1, skipped: 3 })
  expect(fromPlaywright(playwright({ expected: 4, flaky: 1, skipped: 2 }), 0)).toEqual({
    passed: 5,
    failed: 0,
    skipped: 2,
  })
})

test("a test file that could not be read is a failure", () => {
  const report = vitest({ numPassedTests: 7 }, [{ status: "failed", assertionResults: [] }])
  expect(fromVitest(report, 1)).toEqual({ passed: 7, failed: 1, skipped: 0 })
})

test("a runner that broke is a failure, whatever its report says", () => {
  expect(fromVitest("", 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(fromPlaywright("{", 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(fromVitest(vitest({ numPassedTests: 7 }), 1)).toEqual({ passed: 7, failed: 1, skipped: 0 })
})

test("a run of no test is a failure", () => {
  expect(fromVitest(vitest({}), 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(fromPlaywright(playwright({ skipped: 3 }), 0)).toEqual({ passed: 0, failed: 1, skipped: 3 })
})
