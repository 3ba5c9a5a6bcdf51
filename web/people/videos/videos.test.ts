import { expect, test } from "vitest"
import { addressOf, choiceIn, isNarrowed, noChoice } from "./videos.ts"

test("filters of the video list are written to the URL, and read from it", () => {
  const choice = { q: "gilt", category: "lamp", model: "7", recent: true, sort: "views" as const }
  const address = addressOf(choice)
  expect(address).toBe("/vip-content?q=gilt&category=lamp&model=7&recent=1&sort=views")
  expect(choiceIn(new URLSearchParams(address.split("?")[1]))).toEqual(choice)
  expect(addressOf(noChoice)).toBe("/vip-content")
})

test("values that the URL cannot have are ignored", () => {
  expect(choiceIn(new URLSearchParams("model=x&sort=worst&recent=yes&q=%20%20"))).toEqual(noChoice)
  expect(isNarrowed({ ...noChoice, sort: "likes" })).toBe(false)
  expect(isNarrowed({ ...noChoice, recent: true })).toBe(true)
})
