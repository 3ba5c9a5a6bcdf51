import { resolve } from "node:path"
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
const playwright = (stats: object) => JSON.stringify({ stats: { expected: 0, unexpected: 0, skipped: 0, ...stats } })

test("the tests of a run are counted as they ended", () => {
  const report = vitest({ numPassedTests: 7, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 })
  expect(fromVitest(report, 1)).toMatchObject({ passed: 7, failed: 1, skipped: 3 })
  expect(fromPlaywright(playwright({ expected: 4, skipped: 2 }), 0)).toMatchObject({
    passed: 4,
    failed: 0,
    skipped: 2,
  })
})

test("a test file that could not be loaded is a failure", () => {
  const report = vitest({ numPassedTests: 7 }, [
    {
      name: resolve("a.test.ts"),
      status: "failed",
      message: "\n\u001b[31mno such module\u001b[39m",
      assertionResults: [],
    },
  ])
  const failures = ["a.test.ts: no such module"]
  expect(fromVitest(report, 1)).toMatchObject({ passed: 7, failed: 1, skipped: 0, failures })
})

test("a runner that crashed is a failure, whatever its report says", () => {
  expect(fromVitest("", 1)).toMatchObject({ passed: 0, failed: 1, skipped: 0 })
  expect(fromPlaywright("{", 1)).toMatchObject({ passed: 0, failed: 1, skipped: 0 })
  expect(fromVitest(vitest({ numPassedTests: 7 }), 1)).toMatchObject({ passed: 7, failed: 1, skipped: 0 })
})

test("a run without tests is a failure", () => {
  expect(fromVitest(vitest({}), 0)).toMatchObject({ passed: 0, failed: 1, skipped: 0 })
  expect(fromPlaywright(playwright({ skipped: 3 }), 0)).toMatchObject({ passed: 0, failed: 1, skipped: 3 })
})

test("failed tests are named, with the first line of their error", () => {
  const assertionResults = [
    { fullName: "a sum is right", status: "failed", failureMessages: ["AssertionError: expected 3 to be 2\n    at …"] },
    { fullName: "a sum is a number", status: "passed" },
  ]
  const report = vitest({ numPassedTests: 1, numFailedTests: 1 }, [
    { name: resolve("server/sum.test.ts"), status: "failed", assertionResults },
  ])
  const { failures } = fromVitest(report, 1)
  expect(failures).toEqual(["server/sum.test.ts › a sum is right: AssertionError: expected 3 to be 2"])

  const tried = (status: string) => [
    { projectName: "mobile", status, results: [{ error: { message: "Error: late\n" } }] },
  ]
  const specs = [
    { file: "a.spec.ts", title: "slow", tests: tried("unexpected") },
    { file: "a.spec.ts", title: "quick", tests: tried("expected") },
  ]
  const suites = [{ suites: [{ specs }] }]
  const json = JSON.stringify({ stats: { expected: 1, unexpected: 1, skipped: 0 }, suites })
  expect(fromPlaywright(json, 1).failures).toEqual(["[mobile] a.spec.ts › slow: Error: late"])
})

test("the ten slowest files and journeys are named, with their seconds", () => {
  const files = Array.from({ length: 12 }, (_, at) => ({
    name: resolve(`${at}.test.ts`),
    startTime: 500,
    endTime: 500 + at * 1000,
    assertionResults: [],
  }))
  const { slowest } = fromVitest(vitest({ numPassedTests: 12 }, files), 0)
  expect(slowest).toHaveLength(10)
  expect(slowest[0]).toBe("   11.0  11.test.ts")

  const tests = [{ projectName: "desktop", status: "expected", results: [{ duration: 1250 }] }]
  const suites = [{ specs: [{ file: "a.spec.ts", title: "slow", tests }] }]
  const json = JSON.stringify({ stats: { expected: 1, unexpected: 0, skipped: 0 }, suites })
  expect(fromPlaywright(json, 0).slowest).toEqual(["    1.3  [desktop] a.spec.ts › slow"])
})
