import { expect, test } from "vitest"
import { changedVolume, commandOf } from "./keys.ts"
import { clock, isoDuration, spokenTime } from "./times.ts"

const press = (key: string, more: object = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...more })

test.each([
  [" ", { do: "toggle" }],
  ["K", { do: "toggle" }],
  ["ArrowLeft", { do: "seek", by: -5 }],
  ["l", { do: "seek", by: 5 }],
  ["ArrowUp", { do: "volume", by: 0.05 }],
  ["ArrowDown", { do: "volume", by: -0.05 }],
  ["m", { do: "mute" }],
  ["F", { do: "fullscreen" }],
  ["?", { do: "help" }],
  ["4", { do: "jump", to: 0.4 }],
  ["Home", { do: "start" }],
  ["End", { do: "end" }],
])("in the player %s does %o", (key, command) => {
  expect(commandOf(press(key), "player")).toEqual(command)
})

test("a key belongs to a focused element that handles it itself", () => {
  for (const key of [" ", "m", "4", "ArrowLeft"]) expect(commandOf(press(key), "text")).toBeNull()
  expect(commandOf(press(" "), "button")).toBeNull()
  expect(commandOf(press("m"), "button")).toEqual({ do: "mute" })
  for (const key of ["ArrowLeft", "ArrowUp", "Home", "End"]) expect(commandOf(press(key), "slider")).toBeNull()
  for (const key of ["ArrowUp", "ArrowDown", "Home", "End"]) expect(commandOf(press(key), "page")).toBeNull()
  // A focused link or switch keeps its own keys, and scrolling keys scroll the page.
  expect(commandOf(press("m"), "button", false)).toEqual({ do: "mute" })
  for (const key of [" ", "ArrowUp", "ArrowDown", "Home", "End"])
    expect(commandOf(press(key), "button", false)).toBeNull()
  expect(commandOf(press("ArrowRight"), "page")).toEqual({ do: "seek", by: 5 })
  expect(commandOf(press("Tab"), "player")).toBeNull()
  for (const held of ["ctrlKey", "metaKey", "altKey"])
    expect(commandOf(press("f", { [held]: true }), "player")).toBeNull()
})

test("the volume moves in steps of 0.05 between zero and full", () => {
  expect(changedVolume(0.7, 0.05)).toBe(0.75)
  expect(changedVolume(0.1, -0.05)).toBe(0.05)
  expect(changedVolume(0.98, 0.05)).toBe(1)
  expect(changedVolume(0, -0.05)).toBe(0)
})

test("times are readable, for screen readers and search engines too", () => {
  expect([0, 65, 3723, Number.NaN].map(clock)).toEqual(["0:00", "1:05", "1:02:03", "0:00"])
  expect([0, 1, 65, 3600].map(spokenTime)).toEqual(["0 seconds", "1 second", "1 minute 5 seconds", "1 hour"])
  expect([6, 65, 60, 3661].map(isoDuration)).toEqual(["PT6S", "PT1M5S", "PT1M", "PT1H1M1S"])
})
