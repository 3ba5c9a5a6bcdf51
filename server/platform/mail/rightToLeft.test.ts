import { expect, test } from "vitest"
import { defaultLook } from "#contract/brand.ts"
import type { Language } from "#contract/languages.ts"
import { plainPage } from "../http/plainPage.ts"
import { asHtml, contentOf, newShop } from "./letter.ts"

test("an email and a plain page in a language from right to left begin at the right", () => {
  const content = contentOf(
    {
      subject: "Your order",
      text: "Thank you.",
      facts: [["Order", "ORD-1"]],
      quote: { head: "You wrote:", lines: ["Is it packed?"] },
      link: ["Open order", "https://shop.example/order/1"],
    },
    newShop,
  )
  const html = asHtml(content, "ar", newShop)
  expect(html).toMatch(/<html [^>]*dir="rtl".*<body [^>]*dir="rtl"/s)
  expect(html).toMatch(/padding-left:16px.*<td [^>]*align="left".*border-right:2px/s)
  expect(html).not.toMatch(/align="right"|(padding|border)-(?!left:16px|right:14px|right:2px)(left|right)/)
  const page = plainPage({
    language: "ar" as Language,
    title: "Closed",
    shopName: "Vitrine",
    look: defaultLook,
    main: "",
  })
  expect(page).toContain('<html lang="ar" dir="rtl">')
})
