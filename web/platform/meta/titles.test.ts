import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { membershipTexts, paymentTexts } from "#contract/buyingText.ts"
import { tellingWords } from "#test/neutralWords.ts"
import { tabsFor } from "../../people/account/tabs.ts"
import { tabTitleOf } from "../../shopfront/checkout/tabTitle.ts"

/**
 * Titles of the pages of accounts, orders, payments, memberships and chats. Tabs and the browser's history show them,
 * so they must not tell what was bought or that somebody is a member.
 */
const files = globSync(
  "web/{people/account,shopfront/cart,people/chat,shopfront/checkout,shopfront/orders,people/notifications}/**/*.{ts,tsx}",
)
  .concat("web/people/videos/vip-content.tsx")
  .filter((file) => !file.includes(".test."))

/** Titles that are not literals where they are set. The tests below cover them. */
const elsewhere: Record<string, string[]> = {
  "web/people/account/dashboard.tsx": ["tab.title ?? tab.label"],
  "web/shopfront/checkout/ResultFrame.tsx": ["tabTitleOf(title)"],
}
const harmless = /\$\{(order\.orderNumber|unread)\}/g

test("every title that a page sets is neutral", () => {
  const told: string[] = []
  let found = 0
  for (const file of files) {
    const code = readFileSync(file, "utf8")
    expect(code, file).not.toMatch(/document\.title\s*=/)
    for (const [, given] of code.matchAll(/\b(?:useTitle|privateMeta|titled)\(((?:[^()]|\([^()]*\))*)\)/g)) {
      found++
      if (elsewhere[file]?.includes(given!)) continue
      const literals = [...given!.matchAll(/"[^"]*"|`[^`]*`/g)].map(([text]) => text)
      const open = literals.map((text) => text.replace(harmless, ""))
      const isReadable = literals.length > 0 && !open.some((text) => text.includes("${"))
      if (!isReadable || open.some((text) => tellingWords.test(text))) told.push(`${file}: ${given}`)
    }
  }
  expect(found).toBeGreaterThan(20)
  expect(told).toEqual([])
})

test("so are those of the dashboard's tabs", () => {
  expect(tabsFor({ vip: true }).filter(({ title, label }) => tellingWords.test(title ?? label))).toEqual([])
})

test("so are those of payments, whose headings the specification fixes", () => {
  const views = readFileSync("web/shopfront/orders/paymentView.ts", "utf8")
  const written = [...views.matchAll(/title: t`([^`]*)`/g)].map(([, text]) => text!)
  expect(written.length).toBeGreaterThan(5)
  const headings = [...written, membershipTexts.bought, membershipTexts.cancelled, paymentTexts.confirmed]
  expect(headings.map(tabTitleOf).filter((title) => tellingWords.test(title))).toEqual([])
})
