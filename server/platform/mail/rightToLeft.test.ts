import { expect, test, vi } from "vitest"
import { plainPage } from "../http/plainPage.ts"
import { email } from "./letter.ts"

vi.mock("#contract/languages.ts", async (original) => ({ ...(await original<object>()), directionOf: () => "rtl" }))

test("an email and a plain page in a language from right to left begin at the right", () => {
  const { render } = email<{ to: string }>("sample", () => ({
    subject: "Your order",
    text: "Thank you.",
    facts: [["Order", "ORD-1"]],
    quote: { head: "You wrote:", lines: ["Is it packed?"] },
    link: ["Open order", "https://shop.example/order/1"],
  }))({ to: "reader@demo.example" })
  const { html } = render!("de", "Vitrine")
  expect(html).toMatch(/<html [^>]*dir="rtl".*<body [^>]*dir="rtl"/s)
  expect(html).toMatch(/padding-left:16px.*<td [^>]*align="left".*border-right:2px/s)
  expect(html).not.toMatch(/align="right"|(padding|border)-(?!left:16px|right:14px|right:2px)(left|right)/)
  const page = plainPage({ language: "de", title: "Closed", shopName: "Vitrine", main: "" })
  expect(page).toContain('<html lang="de" dir="rtl">')
})
