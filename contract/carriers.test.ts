import { expect, test } from "vitest"
import { CarrierForm, numberFault, trackingUrl } from "./carriers.ts"

const form = (tracking_url: string) => CarrierForm.safeParse({ name: "Post", tracking_url }).success

test("a tracking page is an https address with one place for the number, which cannot choose the site", () => {
  expect(form("https://post.example/track?id={number}")).toBe(true)
  expect(form("https://post.example/track#/{number}")).toBe(true)
  for (const bad of [
    "http://post.example/{number}",
    "https://post.example/track",
    "https://post.example/{number}/{number}",
    "https://{number}.post.example/",
    "https://user:pass@post.example/{number}",
    "javascript:alert({number})",
    "post.example/{number}",
    "",
  ]) {
    expect(form(bad), bad).toBe(false)
  }
})

test("a number is written into the address as text", () => {
  expect(trackingUrl("https://post.example/?id={number}", "AB 12&x=1#/../")).toBe(
    "https://post.example/?id=AB12%26x%3D1%23%2F..%2F",
  )
})

test.each([
  ["ups", "1Z 999 AA1 01 2345 6784", "123"],
  ["fedex", "7946 2042 4242", "7946 2042"],
  ["usps", "9400 1000 0000 0000 0000 00", "9400"],
  ["dhl_express", "1234567890", "12345"],
  ["postal", "RM 123 456 785 GB", "RM123GB"],
] as const)("%s accepts %s and not %s", (number_format, good, bad) => {
  expect(numberFault({ name: "X", number_format }, good)).toBeUndefined()
  expect(numberFault({ name: "X", number_format }, bad)).toContain("doesn't look like")
  expect(numberFault({ name: "X", number_format: null }, bad)).toBeUndefined()
})
