import { RouterContextProvider } from "react-router"
import { afterEach, expect, test, vi } from "vitest"
import { handleError } from "./entry.server.tsx"
import { type Visit, visitContext } from "./platform/visit.ts"

afterEach(() => vi.restoreAllMocks())

test("a page that fails is logged on the server only; an unknown URL is not logged", () => {
  const raw = vi.spyOn(console, "error").mockImplementation(() => {})
  const told: unknown[] = []
  const context = new RouterContextProvider()
  context.set(visitContext, { fault: (error: unknown) => told.push(error) } as unknown as Visit)
  const args = { request: new Request("http://localhost/x"), params: { id: "what a visitor sent" }, context }
  const broken = new Error("broken")
  handleError(broken, args as never)
  const gone = { status: 404, statusText: "Not Found", internal: true, data: "what a visitor sent", error: new Error() }
  handleError(gone, args as never)
  expect(told).toEqual([broken])
  expect(raw).not.toHaveBeenCalled()
})
