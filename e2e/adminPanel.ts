import { signInAs } from "./customers.ts"
import type { Page } from "./fixtures.ts"

export const email = "admin@demo.example"
/** The reason with which calls fail. */
export const cross = "The kiln is cold."

/** Opens a tab of the panel as an admin. Returns the token. */
export async function panel(page: Page, url: string, tab: string, as = email): Promise<string> {
  const token = await signInAs(page, url, as)
  await page.goto(`/admin?tab=${tab}`)
  return token
}

export const alert = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text })

/** Lets one call reach the server, but loses its answer. */
export async function losing(page: Page, method: string, path: RegExp): Promise<void> {
  let isLost = false
  await page.route(path, async (route) => {
    if (isLost || route.request().method() !== method) return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort()
  })
}

type Handler = Parameters<Page["route"]>[1]

/** Makes one kind of call fail until the returned function is called. An empty reason fails without a message. */
export async function failing(page: Page, method: string, path: RegExp, why = cross): Promise<() => Promise<void>> {
  const fail: Handler = (route) => {
    if (route.request().method() !== method) return route.fallback()
    return why ? route.fulfill({ status: 500, json: { detail: why } }) : route.fulfill({ status: 500, body: "" })
  }
  await page.route(path, fail)
  return () => page.unroute(path, fail)
}

/** Sets a filter of a table with views, which has its filters in a dialog. */
export async function filterBy(page: Page, label: string, option: string | { label: string }): Promise<void> {
  await page.getByRole("button", { name: "Filters" }).click()
  const dialog = page.getByRole("dialog", { name: "Filters" })
  await dialog.getByLabel(label, { exact: true }).selectOption(option)
  await dialog.getByRole("button", { name: "Done" }).click()
}

export async function act(page: Page, row: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${row}` }).click()
  await page.getByRole("menuitem", { name: action }).click()
}
