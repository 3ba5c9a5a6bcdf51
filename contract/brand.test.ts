import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { type Colors, contrast, defaultColors, defaultLook, roomsOf, styleOf, tokens, unreadable } from "./brand.ts"

const brands: Record<string, Colors> = {
  "black and yellow": { canvas: "#000000", ink: "#ffd400", accent: "#ffd400", highlight: "#ffe98a" },
  "yellow and black": { canvas: "#ffd400", ink: "#000000", accent: "#000000", highlight: "#4a3d00" },
  pastel: { canvas: "#fdeef4", ink: "#3d2a45", accent: "#8a3d6b", highlight: "#2f6b5e" },
  "black on white": { canvas: "#ffffff", ink: "#000000", accent: "#000000", highlight: "#000000" },
  grey: { canvas: "#a8a8a8", ink: "#000000", accent: "#101010", highlight: "#0a1a0a" },
}

test.each([
  ["#000000", "#ffffff", 21],
  ["#ffffff", "#ffffff", 1],
  ["#777777", "#ffffff", 4.48],
  ["#767676", "#ffffff", 4.54],
  ["#ff0000", "#ffffff", 4],
  ["#0000ff", "#ffff00", 8],
  ["#6b295b", "#f1f6f4", 9.2],
])("the contrast of %s and %s is %d", (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 1)
  expect(contrast(other, one)).toBe(contrast(one, other))
})

test("the colours of a new shop give the themes that it has", () => {
  expect(unreadable(defaultColors)).toEqual([])
  const { light, dark } = roomsOf(defaultColors)
  expect(light).toMatchObject({ surface: "#fbfdfc", "ink-2": "#554654", "celadon-soft": "#cdebe0" })
  expect(dark).toMatchObject({ canvas: "#150e14", ink: "#ecf1ef", accent: "#dab1cd" })
})

test.each(Object.entries(brands))(
  "every text of a %s shop can be read on every ground, in both themes",
  (_, colors) => {
    expect(unreadable(colors)).toEqual([])
    for (const room of Object.values(roomsOf(colors))) {
      const grounds = [room.canvas, room.surface, room.sunken]
      for (const ground of grounds) {
        for (const token of [
          "ink",
          "ink-2",
          "ink-3",
          "accent",
          "celadon",
          "gilt",
          "danger",
          "success",
          "warn",
          "info",
        ]) {
          expect(contrast(room[token as "ink"], ground), token).toBeGreaterThanOrEqual(4.5)
        }
        for (const token of ["line-strong", "focus"] as const) {
          expect(contrast(room[token], ground), token).toBeGreaterThanOrEqual(3)
        }
      }
      for (const soft of [room["plum-soft"], room["celadon-soft"]]) {
        for (const text of [room.ink, room["ink-2"], room["ink-3"]]) {
          expect(contrast(text, soft)).toBeGreaterThanOrEqual(4.5)
        }
      }
      expect(contrast(room.celadon, room["celadon-soft"])).toBeGreaterThanOrEqual(4.5)
    }
    const { light, dark } = roomsOf(colors)
    for (const button of [light.accent, light["primary-hover"]]) {
      expect(contrast(light["on-primary"], button)).toBeGreaterThanOrEqual(4.5)
    }
    for (const button of [dark.ink, dark["primary-hover"]]) {
      expect(contrast(dark["on-primary"], button)).toBeGreaterThanOrEqual(4.5)
    }
  },
)

test("a dark canvas makes the colours those of the dark theme", () => {
  const { light, dark } = roomsOf(brands["black and yellow"]!)
  expect([dark.canvas, dark.ink]).toEqual(["#000000", "#ffd400"])
  expect(contrast(light.canvas, "#000000")).toBeGreaterThan(15)
  expect(new Set([dark.canvas, dark.surface, dark.line, dark["celadon-soft"]]).size).toBe(4)
})

test("a colour that cannot be read gets the nearest one that can", () => {
  const faults = unreadable({ canvas: "#ffffff", ink: "#777777", accent: "#ffcc00", highlight: "#aaaaaa" })
  expect(faults.map(({ name }) => name)).toEqual(["ink", "accent", "highlight"])
  const { has, suggestion } = faults[1]!
  expect(has).toBeCloseTo(1.37, 1)
  expect(contrast(suggestion, "#ffffff")).toBeGreaterThan(4.5)
  expect(contrast(suggestion, "#ffffff")).toBeLessThan(5.6)
  const mended = { canvas: "#ffffff", ink: "#000000", accent: "#000000", highlight: "#000000" }
  for (const { name, suggestion } of faults) mended[name] = suggestion
  expect(unreadable(mended)).toEqual([])
  const [grey] = unreadable({ canvas: "#808080", ink: "#000000", accent: "#000000", highlight: "#000000" })
  expect(grey!.name).toBe("canvas")
  expect(unreadable({ canvas: grey!.suggestion, ink: "#000000", accent: "#000000", highlight: "#000000" })).toEqual([])
})

test("the style of a page has at most 500 bytes, and a new shop has none", () => {
  expect(styleOf(defaultLook)).toBe("")
  expect(styleOf({ ...defaultLook, corners: "soft" })).toBe(":root{--corner:8px}")
  for (const colors of Object.values(brands)) expect(styleOf({ colors, corners: "soft" }).length).toBeLessThan(500)
})

test("theme.css and the plain pages take every colour from the style, by its letter", () => {
  const theme = readFileSync("web/platform/ui/theme.css", "utf8")
  for (const [at, token] of tokens.entries()) {
    const [light, dark] = [97 + at, 65 + at].map((code) => `--${String.fromCharCode(code)}`)
    const rule = `--${token}: light-dark(var(${light}, oklch`
    expect(theme).toContain(rule)
    expect(theme.slice(theme.indexOf(rule)).split(";", 1)[0]).toContain(`var(${dark}, oklch`)
  }
  const plain = readFileSync("server/platform/http/plainPage.css", "utf8")
  for (const [rule] of plain.matchAll(/--[\w-]+: light-dark\(.*\);/g)) expect(theme).toContain(rule)
})
