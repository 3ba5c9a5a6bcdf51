import type { Page } from "@playwright/test"

/** The reason with which calls fail. */
export const why = "The kiln is cold."

/** Makes calls below a path fail with an answer in the server's format. Returns a function that repairs them. */
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

/** Keeps the account's socket silent. Its first frame makes a page refetch orders, as if "Try again" was pressed. */
export async function silenceSocket(page: Page): Promise<void> {
  await page.routeWebSocket(/\/api\/ws$/, () => {})
}

/** Lets the server handle calls but loses the answers. Returns a function that repairs them. */
export async function loseAnswers(page: Page, method: string, path: string): Promise<() => Promise<void>> {
  const isMeant = (url: URL) => url.pathname.startsWith(path)
  await page.route(isMeant, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    await route.fetch()
    await route.abort()
  })
  return () => page.unroute(isMeant)
}
