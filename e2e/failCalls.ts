import type { Page } from "@playwright/test"

/** Why calls fail that a journey lets fail. */
export const why = "The kiln is cold."

/** Lets calls of a method fail below a path, with the server's own kind of answer; the result mends them. */
export function fail(page: Page, method: string, path: string): Promise<() => Promise<void>> {
  const body = JSON.stringify({ status: 500, code: "INTERNAL", detail: why })
  return answerWith(page, method, path, { status: 500, contentType: "application/problem+json", body })
}

export async function answerWith(
  page: Page,
  method: string,
  path: string,
  answer: { status: number; contentType?: string; body: string },
): Promise<() => Promise<void>> {
  const isMeant = (url: URL) => url.pathname.startsWith(path)
  await page.route(isMeant, (route) => (route.request().method() === method ? route.fulfill(answer) : route.fallback()))
  return () => page.unroute(isMeant)
}

/** Keeps the account's socket silent: once it speaks, a page asks for its orders again, and "Try again" goes by itself. */
export async function silenceSocket(page: Page): Promise<void> {
  await page.routeWebSocket(/\/api\/ws$/, () => {})
}

/** Lets the server handle calls whose answers then never arrive; the result mends them. */
export async function loseAnswers(page: Page, method: string, path: string): Promise<() => Promise<void>> {
  const isMeant = (url: URL) => url.pathname.startsWith(path)
  await page.route(isMeant, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    await route.fetch()
    await route.abort()
  })
  return () => page.unroute(isMeant)
}
