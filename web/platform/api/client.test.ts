import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { generalTexts } from "#contract/texts.ts"
import { type ApiError, call, explain } from "./client.ts"

const left: string[] = []
const toasts: string[] = []
vi.mock("../session/session.ts", () => ({
  readToken: () => "token",
  isPageKept: () => false,
  signInAgain: {},
  end: () => left.push("left") > 0,
}))
vi.mock("../ui/toast.tsx", () => ({ toast: (title: string) => void toasts.push(title) }))

beforeEach(() => {
  left.length = 0
  toasts.length = 0
})
afterEach(() => vi.unstubAllGlobals())

async function failure(status: number, problem: object | null): Promise<ApiError> {
  const headers = { "content-type": problem ? "application/problem+json" : "text/html" }
  const body = problem ? JSON.stringify(problem) : "<h1>No</h1>"
  vi.stubGlobal("fetch", async () => new Response(body, { status, headers }))
  return call("GET /dolls").then(
    () => {
      throw new Error("it worked")
    },
    (error) => error,
  )
}

test("a call with an expired session shows the specification's message, and signs out", async () => {
  const error = await failure(401, { code: "UNAUTHENTICATED", detail: "Authentication required" })
  expect([explain(error), error.detail]).toEqual([generalTexts.authenticationFailed, generalTexts.authenticationFailed])
  expect([left, toasts]).toEqual([["left"], [generalTexts.authenticationFailed]])
})

test.each([401, 403])(
  "a %i without a reason is reported the same way, wherever only the reason is shown",
  async (status) => {
    for (const problem of [null, { code: "FORBIDDEN" }]) {
      const error = await failure(status, problem)
      expect([explain(error), error.detail]).toEqual([
        generalTexts.authenticationFailed,
        generalTexts.authenticationFailed,
      ])
    }
    expect(left).toEqual([])
  },
)

test.each([
  [403, "FORBIDDEN", "Access denied. Admin privileges required."],
  [401, "BAD_CREDENTIALS", "Login failed. Please check your credentials and try again."],
  [409, "CONFLICT", "It is there already."],
])("a %i with a reason (%s) shows the reason", async (status, code, detail) => {
  expect(explain(await failure(status, { code, detail }))).toBe(detail)
  expect(left).toEqual([])
})
