import { audit } from "./audits.ts"
import { ask, signInAs, tokenOf } from "./customers.ts"
import { expect, passAgeGate, test } from "./fixtures.ts"

/** Loads every page of every role once, and checks it in each setting that a person may have made in their browser. */

interface Person {
  who: string
  email: string | null
  pages: string[]
  /** The page, the button that opens the dialog or a menu, and the item of that menu. */
  dialogs: [string, string | RegExp, string?][]
}

const people: Person[] = [
  {
    who: "a guest",
    email: null,
    pages: [
      "/",
      "/models",
      "/models?q=nothing-of-this-kind",
      "/model/1",
      "/login",
      "/login?mode=register",
      "/forgot-password",
      "/reset-password?oob_code=0123456789abcdef",
      "/invitation?oob_code=0123456789abcdef",
      "/verify-email?oob_code=0123456789abcdef",
      "/undo-email-change?oob_code=0123456789abcdef",
      "/undo-second-factor?oob_code=0123456789abcdef",
      "/newsletter/confirm",
      "/newsletter/unsubscribe",
      "/restock/confirm",
      "/restock/unsubscribe",
      "/orders/lookup",
      "/favorites/nobodys-list",
      "/upgrade",
      "/contact",
      "/terms",
      "/privacy",
      "/accessibility",
      "/underage",
      "/video/1",
      "/cart",
      "/nowhere-at-all",
    ],
    dialogs: [
      ["/model/1", /^Enlarge image 1/],
      ["/model/1", /^Report /],
      ["/model/1", "Add to Cart"],
    ],
  },
  {
    who: "a customer",
    email: "mara@demo.example",
    pages: [
      "/model/1#reviews",
      ...["overview", "orders", "favorites", "reviews", "notifications", "settings", "logout"].map(
        (tab) => `/dashboard?tab=${tab}`,
      ),
      "/order/",
      "/cart",
      "/checkout",
      "/subscription-checkout?plan=vip&price=20",
      "/subscription-checkout?plan=vip&price=20&gift=1",
      "/redeem",
      "/success",
      "/cancel",
      "/success-subscription",
      "/cancel-subscription",
    ],
    dialogs: [["/dashboard?tab=settings", "Set up an authenticator app"]],
  },
  {
    who: "a member",
    email: "vip@demo.example",
    pages: ["/upgrade", "/dashboard?tab=vip", "/vip-content", "/video/1", "/chat", "/chat?room="],
    dialogs: [],
  },
  {
    who: "a moderator",
    email: "moderator@demo.example",
    pages: [
      "/moderator",
      "/moderator?room=",
      "/moderator?q=the",
      "/moderator?queue=snoozed",
      "/moderator-assignments",
      "/staff-dashboard",
      ...["moderation-summary", "chat-activity"].map((tab) => `/staff-dashboard?tab=${tab}`),
    ],
    dialogs: [
      ["/moderator?room=", "Snooze chat"],
      ["/moderator?room=", "Hand over chat"],
    ],
  },
  {
    who: "an admin",
    email: "admin@demo.example",
    pages: [
      "/staff-dashboard",
      ...["admin-summary", "user-management"].map((tab) => `/staff-dashboard?tab=${tab}`),
      "/moderator-assignments",
      "/moderator-chat-activity/1",
      "/admin/model/edit/1",
      "/admin/model/preview/1",
      "/admin/models/grid",
      "/admin/customer/1",
      "/admin/pages/1",
      "/admin?tab=newsletter&list=subscribers",
      "/admin?tab=models&new=1",
      ...["invoices", "slips", "labels"].map((kind) => `/admin/print?kind=${kind}&orders=2,3,4`),
      ...[
        "dashboard",
        "models",
        "videos",
        "slideshow",
        "redirects",
        "admins",
        "moderators",
        "orders",
        "returns",
        "subscriptions",
        "payments",
        "reports",
        "discounts",
        "plans",
        "stock",
        "flagged",
        "contacts",
        "audit",
        "pages",
        "newsletter",
        "integrations",
        "brand",
        "settings",
        "copy",
      ].map((tab) => `/admin?tab=${tab}`),
    ],
    dialogs: [
      ["/admin?tab=orders", /^ORD-/],
      ["/admin?tab=contacts", "The crate for Portia"],
      ["/admin?tab=models", "Import"],
      ["/admin?tab=redirects", "Add redirect"],
      ["/admin?tab=pages", "Add page"],
      ["/admin?tab=newsletter&list=subscribers", "Import"],
      ["/admin?tab=slideshow", "Actions for slide 1", "Delete"],
      ["/moderator-assignments", /^Edit assignments/],
    ],
  },
]

for (const { who, email, pages, dialogs } of people) {
  test(`every page of ${who}, in every setting`, { tag: "@desktop" }, async ({ page, site, expectConsole }) => {
    expectConsole(/Failed to load resource/)
    const token = email ? await signInAs(page, site.url, email) : undefined
    const names = await namesOf(site.url)
    if (who === "a customer") await ask(site.url, "POST /cart/", { token, body: { doll_id: 5, quantity: 1 } })
    if (!email) {
      await page.goto("/")
      await audit(page, "the gate", names)
      await passAgeGate(page)
    }
    for (const path of pages) {
      await page.goto(await addressOf(path, site.url, token))
      await expect(page.locator("main h1").filter({ visible: true })).toHaveCount(1)
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
      await audit(page, `${who} ${path}`, names)
    }
    for (const [path, name, item] of dialogs) {
      await page.goto(await addressOf(path, site.url, token))
      await page.getByRole("main").getByRole("button", { name }).first().click()
      if (item) await page.getByRole("menuitem", { name: item }).click()
      await expect(page.getByRole("dialog")).toBeVisible()
      await audit(page, `${who} ${path} ${name}`, names)
    }
  })
}

/** Returns the names of all models and accounts. */
async function namesOf(url: string): Promise<string[]> {
  const token = await tokenOf(url, "admin@demo.example")
  const dolls = await ask<{ name: string }[]>(url, "GET /dolls?limit=100")
  const users = await ask<{ full_name: string }[]>(url, "GET /admin/users?limit=100", { token })
  return [...dolls.map(({ name }) => name), ...users.map(({ full_name }) => full_name)]
}

/** Appends the id with which such an address ends. */
async function addressOf(path: string, url: string, token?: string): Promise<string> {
  if (!/[=/]$/.test(path) || path === "/") return path
  const list = { "/order/": "/orders", "/chat?room=": "/chat/user/rooms/", "/moderator?room=": "/chat/moderator/rooms" }
  const [first] = await ask<{ id: number }[]>(url, `GET ${list[path as keyof typeof list]}`, { token })
  return path + first!.id
}
