import { expect, type Page } from "@playwright/test"
import { linkFor } from "./emails.ts"

/** The password of accounts that journeys create. Demo accounts have a password that nobody may choose. */
export const password = "Copper-Lathe-25"
export const passwordOf = (email: string) => (email.endsWith("@demo.example") ? "Vitrine2025" : password)
let made = 0

export function newAddress(): string {
  return `customer-${process.pid}-${Date.now()}-${++made}@shop.example`
}

/** Returns a unique word. It has no digits, because moderation may take them for an age or a card number. */
export function newWord(): string {
  return (Date.now() * 100 + ++made).toString(26).replace(/\d/g, (digit) => "qrstuvwxyz"[Number(digit)]!)
}

interface Asked {
  token?: string
  body?: unknown
}

/** Calls the API from outside the page. */
export async function ask<T = unknown>(url: string, what: string, { token, body }: Asked = {}): Promise<T> {
  const [method, path] = what.split(" ") as [string, string]
  const headers = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(body ? { "content-type": "application/json" } : {}),
  }
  const response = await fetch(`${url}/api${path}`, { method, headers, body: body ? JSON.stringify(body) : undefined })
  const text = await response.text()
  if (!response.ok) throw new Error(`${what}: ${response.status} ${text}`)
  return (text ? JSON.parse(text) : undefined) as T
}

export async function tokenOf(url: string, email: string, remember_me = false): Promise<string> {
  const body = { email, password: passwordOf(email), remember_me }
  return (await ask<{ access_token: string }>(url, "POST /auth/login", { body })).access_token
}

export async function anAccount(url: string): Promise<{ email: string }> {
  const email = newAddress()
  await ask(url, "POST /auth/register", { body: { email, password, full_name: "Sally Shopper", region: "usa" } })
  return { email }
}

/** Signs a new customer in on this page. The token is the page's own. */
export async function aCustomer(
  page: Page,
  url: string,
  { remember = false } = {},
): Promise<{ email: string; token: string }> {
  const { email } = await anAccount(url)
  return { email, token: await signInAs(page, url, email, { remember }) }
}

/** Passes the gate and signs in, for this tab or for all tabs of its browser. */
export async function signInAs(page: Page, url: string, email: string, { remember = false } = {}): Promise<string> {
  const token = await tokenOf(url, email, remember)
  await openEmpty(page)
  await page.evaluate(
    ([token, remember]) => {
      localStorage.setItem("age_verified", "true")
      const kept = remember ? localStorage : sessionStorage
      kept.setItem("access_token", token)
    },
    [token, remember] as const,
  )
  return token
}

/** Opens an empty page at the shop's address, to write to its storage. */
export async function openEmpty(page: Page): Promise<void> {
  const body = '<!doctype html><link rel="icon" href="data:,">'
  await page.route("**/empty", (route) => route.fulfill({ contentType: "text/html", body }))
  await page.goto("/empty")
  await page.unroute("**/empty")
}

/** Sets a model's stock. Journeys share their shop, and another one may have bought the last piece. */
export async function restock(url: string, dollId: number, stock: number): Promise<void> {
  const token = await tokenOf(url, "admin@demo.example")
  await ask(url, `PATCH /dolls/${dollId}`, { token, body: { stock } })
}

/** Opens the link in the email to a new account. A first factor requires a confirmed address. */
export async function confirmAddress({ url, dataDir }: { url: string; dataDir: string }, email: string): Promise<void> {
  const link = new URL(await linkFor(dataDir, email, "/verify-email"))
  await ask(url, "POST /auth/verify-email/confirm", { body: { oob_code: link.searchParams.get("oob_code") } })
}

/** Places an order, and pays for it in the sandbox by default. */
export async function anOrder(
  url: string,
  token: string,
  { dollId, paid = true }: { dollId: number; paid?: boolean },
): Promise<{ id: number; orderNumber: string; reference: string }> {
  await ask(url, "POST /cart/", { token, body: { doll_id: dollId, quantity: 1 } })
  const body = {
    firstName: "Sally",
    lastName: "Shopper",
    email: "sally@shop.example",
    phone: "+1 503 555 0100",
    address: "12 Quiet Street",
    city: "Portland",
    state: "Oregon",
    zipCode: "97201",
    country: "US",
  }
  const place = () => ask<{ id: number; orderNumber: string; reference: string }>(url, "POST /orders", { token, body })
  const order = await place().catch(async (error: Error) => {
    if (!error.message.includes("OUT_OF_STOCK")) throw error
    await restock(url, dollId, 5)
    return place()
  })
  if (!paid) return order
  const { invoice_url } = await ask<{ invoice_url: string }>(url, "POST /nowpayments/create-invoice", {
    body: { order_id: order.reference },
  })
  await fetch(invoice_url, { method: "POST", body: new URLSearchParams({ outcome: "finished" }), redirect: "manual" })
  const status = async () => (await ask<{ status: string }>(url, `GET /orders/${order.id}`, { token })).status
  await expect.poll(status).toBe("to_be_shipped")
  return order
}

export async function ship(url: string, orderId: number, tracking_number: string): Promise<void> {
  const token = await tokenOf(url, "admin@demo.example")
  await ask(url, `PATCH /admin/orders/${orderId}`, { token, body: { status: "shipped", tracking_number } })
}

/** Opens the form of a setting. */
export async function change(page: Page, setting: "Email address" | "Password"): Promise<void> {
  await page.getByRole("region", { name: setting, exact: true }).getByText("Change", { exact: true }).click()
}
