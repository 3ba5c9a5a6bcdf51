import { expect, test } from "vitest"
import { emailOf, line } from "./common.ts"
import { ShippingForm } from "./orders.ts"

const Line = line(40, "Please enter a name.")

test.each([
  ["Ada \u202enimdA\u202c", "Ada nimdA"],
  ["\u200e(555) 010\u2069", "(555) 010"],
  ["Ad\u200ba\u2060 Lo\u00advelace\ufeff", "Ada Lovelace"],
  ["A\u200cd\u200da\ufe0f\u3164", "Ada"],
  ["Ada\u{e0041}\u{e0042}", "Ada"],
])("%j is read as %j", (given, read) => {
  expect(Line.parse(given)).toBe(read)
})

test("joiners stay where a script or an emoji needs them", () => {
  const zwnj = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
  const zwj = "\u0d28\u0d4d\u200d"
  const flag = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}"
  for (const text of [zwnj, zwj, "\u2764\ufe0f\u200d\u{1f525}", "\u{1f469}\u{1f3fd}\u200d\u{1f4bb}", flag]) {
    expect(Line.parse(text)).toBe(text)
  }
})

test("a line of invisible characters alone is missing", () => {
  expect(Line.safeParse("\u200b\u202e").error?.issues[0]?.message).toBe("Please enter a name.")
})

test.each([
  ["Ada@Bücher.example", "ada@xn--bcher-kva.example"],
  [" ada@demo.example ", "ada@demo.example"],
])("the email address %j is stored as %s", (given, stored) => {
  expect(emailOf("Please enter an address.").parse(given)).toBe(stored)
})

test.each(["ada@", "@bücher.example", "ada@bü cher.example", "adä@demo.example", ""])(
  "%j is no email address",
  (given) => {
    expect(emailOf("Please enter an address.").safeParse(given).success).toBe(false)
  },
)

test.each([
  ["030/1234567", "030/1234567"],
  ["+49 (0)30 1234-567 ext. 12", "+49 (0)30 1234-567 ext. 12"],
  ["(555) 010-9999 x42", "(555) 010-9999 x42"],
  ["+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧", "+966 50 123 4567"],
  ["+۹۸ ۲۱ ۱۲۳۴", "+98 21 1234"],
  ["０９０-１２３４-５６７８", "090-1234-5678"],
])("the phone number %j is stored as %s", (given, stored) => {
  expect(ShippingForm.shape.phone.parse(given)).toBe(stored)
})

test.each(["call me", "12", "-----", "+", "1234567 ext."])("%j is no phone number", (given) => {
  expect(ShippingForm.shape.phone.safeParse(given).success).toBe(false)
})
