import { signInAs } from "./customers.ts"
import { expect, type Page } from "./fixtures.ts"

export const moderatorEmail = "moderator@demo.example"

/** A moderator at an address. */
export async function desk(page: Page, url: string, address = "/moderator"): Promise<void> {
  await signInAs(page, url, moderatorEmail)
  await page.goto(address)
}

/** Fails what a page asks for; its text says so, and another try helps. */
export async function cold(page: Page, path: RegExp, address: string, text: string): Promise<void> {
  await page.route(path, (route) => route.fulfill({ status: 500, json: { detail: "The kiln is cold." } }))
  await page.goto(address)
  const alert = page.getByRole("alert").filter({ hasText: text })
  await expect(alert).toContainText("The kiln is cold.")
  await page.unroute(path)
  await alert.getByRole("button", { name: "Try again" }).click()
  await expect(alert).toBeHidden()
}
