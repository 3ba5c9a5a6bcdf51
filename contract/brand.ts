import * as z from "zod"
import { Timestamp, text } from "./common.ts"
import { t } from "./t.ts"

/**
 * The shop's own look: four colours, from which both themes are derived, its corners, its pictures and its typefaces.
 * The server, the form and the pages use the functions of this file, so that they agree on what can be read.
 */

export const colorNames = ["canvas", "ink", "accent", "highlight"] as const
export type ColorName = (typeof colorNames)[number]
export type Colors = Record<ColorName, string>

/** The colours of theme.css that the four stand for, in its light theme. */
export const defaultColors: Colors = { canvas: "#f1f6f4", ink: "#271826", accent: "#6b295b", highlight: "#316555" }

/**
 * The colours that depend on the four. Theme.css names the light one of the first --a and the dark one --A, and so on,
 * which keeps the style of a page short.
 */
export const tokens = [
  "canvas",
  "surface",
  "sunken",
  "line",
  "line-strong",
  "ink",
  "ink-2",
  "ink-3",
  "accent",
  "primary-hover",
  "on-primary",
  "plum-soft",
  "celadon",
  "celadon-soft",
  "focus",
  "gilt",
  "danger",
  "success",
  "warn",
  "info",
] as const
export type Token = (typeof tokens)[number]
export type Room = Record<Token, string>

/** Lightness, chroma and hue in Oklab; the hue is in radians. */
interface Tone {
  l: number
  c: number
  h: number
}

/** WCAG AA: text, and what is not text but has to be seen. */
const forText = 4.5
const forMarks = 3
/** What black or white must reach on a canvas, so that quieter text can be read on it too. */
const forCanvas = 7

export const isHex = (value: string) => /^#[0-9a-f]{6}$/i.test(value)

/** The contrast of two colours by WCAG 2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light! + 0.05) / (dark! + 0.05)
}

const partsOf = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const gamma = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055)

function luminance(hex: string): number {
  const [r, g, b] = partsOf(hex).map(linear)
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

// The matrices are those of https://bottosson.github.io/posts/oklab.
function toneOf(hex: string): Tone {
  const [r, g, b] = partsOf(hex).map(linear) as [number, number, number]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const x = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  return { l: lightness, c: Math.hypot(x, y), h: Math.atan2(y, x) }
}

/** Takes away as much of the chroma as a screen cannot show. */
function hexOf({ l, c, h }: Tone): string {
  const lightness = Math.min(1, Math.max(0, l))
  for (let chroma = c; ; chroma = chroma < 0.002 ? 0 : chroma * 0.96) {
    const parts = rgbOf(lightness, chroma * Math.cos(h), chroma * Math.sin(h))
    if (chroma === 0 || parts.every((part) => part > -0.0005 && part < 1.0005)) {
      const bytes = parts.map((part) => Math.round(255 * gamma(Math.min(1, Math.max(0, part)))))
      return `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`
    }
  }
}

function rgbOf(lightness: number, x: number, y: number): [number, number, number] {
  const l = (lightness + 0.3963377774 * x + 0.2158037573 * y) ** 3
  const m = (lightness - 0.1055613458 * x - 0.0638541728 * y) ** 3
  const s = (lightness - 0.0894841775 * x - 1.291485548 * y) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const least = (hex: string, grounds: string[]) => Math.min(...grounds.map((ground) => contrast(hex, ground)))
const isLightRoom = (canvas: string) => contrast(canvas, "#000000") >= contrast(canvas, "#ffffff")

/** Makes a colour darker in a light room, or lighter in a dark one, until it can be read on all grounds. */
function readable(hex: string, grounds: string[], { isLight, most = forText }: { isLight: boolean; most?: number }) {
  const tone = toneOf(hex)
  let found = hex
  for (let { l } = tone; least(found, grounds) < most && l >= 0 && l <= 1; l += isLight ? -0.004 : 0.004) {
    found = hexOf({ ...tone, l })
  }
  return least(found, grounds) >= most ? found : isLight ? "#000000" : "#ffffff"
}

interface Grounds {
  canvas: string
  surface: string
  sunken: string
}

/** Below this lightness, two grounds look the same. */
const darkest = 0.15

/** The three grounds that text stands on. */
function groundsOf(canvas: string): Grounds {
  const { l, c, h } = toneOf(canvas)
  const [surface, sunken] = isLightRoom(canvas)
    ? [
        { l: l + (1 - l) * 0.75, c: c * 0.5, h },
        { l: l - 0.032, c: c * 1.5, h },
      ]
    : [
        { l: Math.max(l, darkest) + 0.04, c: c * 1.1, h },
        { l: l - 0.025, c: c * 0.9, h },
      ]
  return { canvas, surface: hexOf(surface), sunken: hexOf(sunken) }
}

/** The texts of theme.css that say what happened, in light and dark; they keep their hue on every canvas. */
const signs: Record<"gilt" | "danger" | "success" | "warn" | "info", [light: string, dark: string]> = {
  gilt: ["#806227", "#debf79"],
  danger: ["#aa2a2c", "#f68880"],
  success: ["#256a3e", "#7cd29c"],
  warn: ["#85581b", "#eabe74"],
  info: ["#2c628d", "#8cc1ee"],
}
/** The grounds of these texts that are the darkest in a light room, and the lightest in a dark one. */
const softest: [light: string, dark: string] = ["#f4e7c6", "#382c15"]

/** Derives one room from four colours that can be read in it. */
function roomOf({ canvas, ink, accent, highlight }: Colors): Room {
  const isLight = isLightRoom(canvas)
  const grounds = groundsOf(canvas)
  const all = Object.values(grounds)
  const own = toneOf(canvas)
  const base = { ...own, l: Math.max(own.l, darkest) }
  const text = toneOf(ink)
  const way = isLight ? -1 : 1
  const line = hexOf({ ...base, l: base.l + way * (isLight ? 0.096 : 0.14), c: base.c * (isLight ? 2 : 1.2) })
  const textGrounds = [...all, softest[isLight ? 0 : 1], ...(isLight ? [] : [line])]
  const quieter = (by: number) =>
    readable(hexOf({ ...text, l: text.l - way * by, c: text.c * 0.85 }), textGrounds, { isLight })
  const [second, third] = isLight ? [quieter(0.18), quieter(0.27)] : [quieter(0.16), quieter(0.255)]
  /** A tinted ground, as strong as text on it allows. */
  const soft = (hex: string, step: number, c: number) => {
    const { h, c: most } = toneOf(hex)
    for (let by = step; by > 0; by -= 0.004) {
      const found = hexOf({ l: base.l + way * by, c: Math.min(most, c), h })
      if (Math.min(...[ink, second, third, hex].map((one) => contrast(one, found))) >= forText) return found
    }
    return canvas
  }
  const main = toneOf(isLight ? accent : ink)
  const hover = readable(hexOf({ ...main, l: main.l - 0.06 }), [canvas], { isLight })
  const white = hexOf({ ...base, l: 0.985 })
  const isWhite = isLight && least(white, [accent, hover]) >= forText
  const mark = toneOf(accent)
  const sign = (name: keyof typeof signs) => readable(signs[name][isLight ? 0 : 1], all, { isLight })
  return {
    ...grounds,
    line,
    "line-strong": readable(hexOf({ ...base, l: base.l + way * 0.36, c: base.c * (isLight ? 3.5 : 1.6) }), all, {
      isLight,
      most: forMarks,
    }),
    ink,
    "ink-2": second,
    "ink-3": third,
    accent,
    "primary-hover": hover,
    "on-primary": isWhite ? white : canvas,
    "plum-soft": soft(accent, isLight ? 0.043 : 0.125, isLight ? 0.028 : 0.055),
    celadon: highlight,
    "celadon-soft": soft(highlight, isLight ? 0.053 : 0.115, isLight ? 0.035 : 0.03),
    focus: readable(hexOf({ ...mark, l: mark.l - way * (isLight ? 0.125 : -0.025) }), all, { isLight, most: forMarks }),
    gilt: sign("gilt"),
    danger: sign("danger"),
    success: sign("success"),
    warn: sign("warn"),
    info: sign("info"),
  }
}

/** The four colours as they are in the other room. */
function opposite({ canvas, ink, accent, highlight }: Colors): Colors {
  const [base, text, mark, second] = [canvas, ink, accent, highlight].map(toneOf) as [Tone, Tone, Tone, Tone]
  const isLight = !isLightRoom(canvas)
  const other = isLight
    ? {
        canvas: hexOf({ ...text, l: 0.968, c: Math.min(text.c, 0.02) }),
        ink: hexOf({ ...base, l: 0.235, c: Math.min(base.c * 2, 0.035) }),
        accent: hexOf({ ...mark, l: 0.395, c: Math.min(mark.c * 1.9, 0.14) }),
        highlight: hexOf({ ...second, l: 0.465, c: Math.min(second.c, 0.1) }),
      }
    : {
        canvas: hexOf({ ...text, l: 0.175, c: Math.min(text.c * 0.5, 0.03) }),
        ink: hexOf({ ...base, l: 0.955, c: Math.min(base.c, 0.03) }),
        accent: hexOf({ ...mark, l: 0.805, c: Math.min(mark.c * 0.52, 0.12) }),
        highlight: hexOf({ ...second, l: 0.815, c: Math.min(second.c, 0.1) }),
      }
  const grounds = Object.values(groundsOf(other.canvas))
  return {
    ...other,
    accent: readable(other.accent, grounds, { isLight }),
    highlight: readable(other.highlight, grounds, { isLight }),
  }
}

/** Derives both themes. The four colours themselves stand in the one that their canvas belongs to. */
export function roomsOf(colors: Colors): { light: Room; dark: Room } {
  const [own, other] = [roomOf(colors), roomOf(opposite(colors))]
  return isLightRoom(colors.canvas) ? { light: own, dark: other } : { light: other, dark: own }
}

export interface Unreadable {
  name: ColorName
  /** The contrast it has, and the least that WCAG AA demands. */
  has: number
  needs: number
  /** The nearest colour that can be read. */
  suggestion: string
}

/** Returns which of the colours cannot be read. While the canvas itself leaves no room for text, only that is said. */
export function unreadable(colors: Colors): Unreadable[] {
  const { canvas } = colors
  const isLight = isLightRoom(canvas)
  const best = isLight ? "#000000" : "#ffffff"
  const fits = (hex: string) => least(best, Object.values(groundsOf(hex))) >= forCanvas
  if (!fits(canvas)) {
    const tone = toneOf(canvas)
    let suggestion = canvas
    for (let { l } = tone; !fits(suggestion); l += isLight ? 0.004 : -0.004) suggestion = hexOf({ ...tone, l })
    return [{ name: "canvas", has: least(best, Object.values(groundsOf(canvas))), needs: forCanvas, suggestion }]
  }
  const grounds = Object.values(groundsOf(canvas))
  const textGrounds = [...grounds, softest[isLight ? 0 : 1]]
  return (["ink", "accent", "highlight"] as const).flatMap((name) => {
    const on = name === "ink" ? textGrounds : grounds
    const has = least(colors[name], on)
    return has >= forText ? [] : [{ name, has, needs: forText, suggestion: readable(colors[name], on, { isLight }) }]
  })
}

// What is stored and sent

export const cornerNames = ["sharp", "soft"] as const
/** The typefaces of headings and of running text. The first pair is that of a new shop. */
export const facePairs = {
  imbue: ["Imbue", "Instrument Sans"],
  playfair: ["Playfair Display", "Source Sans 3"],
  cormorant: ["Cormorant Garamond", "Figtree"],
  bodoni: ["Bodoni Moda", "DM Sans"],
  bricolage: ["Bricolage Grotesque", "Hanken Grotesk"],
  quicksand: ["Quicksand", "Nunito"],
} as const
export type Faces = keyof typeof facePairs
export const faceNames = Object.keys(facePairs) as [Faces, ...Faces[]]

const hasSerifs = (faces: Faces) => faces !== "bricolage" && faces !== "quicksand"

/** The fonts of a pair in a style, with what browsers show until they have them. */
export function familiesOf(faces: Faces): { display: string; text: string } {
  if (faces === "imbue")
    return {
      display: '"Imbue Variable","Imbue Fallback","Times New Roman",serif',
      text: '"Instrument Sans Variable","Instrument Fallback",system-ui,sans-serif',
    }
  const [display, text] = facePairs[faces]
  return {
    display: `"${display}","${display} Fallback",${hasSerifs(faces) ? "serif" : "sans-serif"}`,
    text: `"${text}","${text} Fallback",system-ui,sans-serif`,
  }
}

/** The fonts of headings where none can be loaded: in emails, and while the shop is closed or out of reach. */
export const systemDisplay = ({ faces }: Pick<Look, "faces">) =>
  hasSerifs(faces) ? "Georgia,'Times New Roman',serif" : "system-ui,sans-serif"
export const pictureNames = ["logo", "logo_dark", "icon"] as const
export type PictureName = (typeof pictureNames)[number]
/** The largest picture of a brand, in MB, and the least edge of the one that icons are made from, in pixels. */
export const brandLimits = { megabytes: 5, svgBytes: 200_000, iconEdge: 512 } as const

/** A logo: its address on the server, and its size, from which its place on a page follows. */
const Logo = z.object({ url: z.string(), width: z.number().int(), height: z.number().int() })
export type Logo = z.infer<typeof Logo>

/** The size at which a logo is shown: as high as the line of the name, and at most as wide as a phone has room for. */
export function logoSize({ width, height }: Pick<Logo, "width" | "height">): { width: number; height: number } {
  const scale = Math.min(36 / height, 180 / width)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

const color = text().trim().toLowerCase().refine(isHex, t`Please enter a color like #6b295b.`)
const ColorFields = z.object({ canvas: color, ink: color, accent: color, highlight: color })

const LookFields = z.object({
  /** Null for the colours of theme.css. */
  colors: ColorFields.nullable(),
  corners: z.enum(cornerNames),
  faces: z.enum(faceNames),
  /** Null for the name in the shop's typeface. */
  logo: Logo.nullable(),
  /** Null for the same logo in both themes. */
  logo_dark: Logo.nullable(),
  /** The folder of the icons made from one picture; null for those of a new shop. */
  icons: z.string().nullable(),
})
/** The look that public pages are drawn with. */
export type Look = z.infer<typeof LookFields>
export const defaultLook: Look = {
  colors: null,
  corners: "sharp",
  faces: "imbue",
  logo: null,
  logo_dark: null,
  icons: null,
}

export const Brand = LookFields.extend({
  updated_at: Timestamp.nullable(),
  updated_by: z.string().nullable(),
  version: z.number().int(),
})
export type Brand = z.infer<typeof Brand>

const kept = z.enum(["keep", "none"]).default("keep")
/** The fields of the form beside its files, which are called as in `pictureNames`. */
export const BrandForm = ColorFields.extend({
  corners: z.enum(cornerNames),
  faces: z.enum(faceNames),
  logo: kept,
  logo_dark: kept,
  icon: kept,
})
export type BrandForm = z.infer<typeof BrandForm>

export const brandTexts = {
  unreadable: (suggestion: string) => t`This can't be read well enough. The nearest color that can is ${suggestion}.`,
  notALogo: t`Please choose an SVG or PNG file.`,
  notAnSvg: t`This SVG file can't be read. Please export it again, or choose a PNG file.`,
  styledSvg: t`This SVG file has a style sheet. Please export it with presentation attributes, or choose a PNG file.`,
  logoTooLarge: t`A logo can have at most 5 MB, and an SVG file 200 kB.`,
  logoShape: t`A logo can be at most 12 times as wide as high, and twice as high as wide.`,
  iconTooSmall: t`Please choose a square picture of at least 512 × 512 pixels.`,
  darkAlone: t`Please add a logo for the light theme first.`,
} as const

/** Returns the colours, or null for those that theme.css has already. */
export const ownColors = ({ canvas, ink, accent, highlight }: Colors): Colors | null =>
  colorNames.every((name) => ({ canvas, ink, accent, highlight })[name] === defaultColors[name])
    ? null
    : { canvas, ink, accent, highlight }

/** The light and dark rooms of a look. */
export const roomsFor = ({ colors }: Pick<Look, "colors">) => roomsOf(colors ?? defaultColors)

const initial = (at: number) => String.fromCharCode(97 + at)

/** The style that a page begins with: at most 500 bytes, and none for a shop that looks like a new one. */
export function styleOf({ colors, corners }: Pick<Look, "colors" | "corners">): string {
  const rules = corners === "soft" ? ["--corner:8px"] : []
  if (colors) {
    const { light, dark } = roomsOf(colors)
    for (const [at, token] of tokens.entries()) {
      const usual = (signs as Partial<Record<Token, [string, string]>>)[token]
      if (light[token] !== usual?.[0]) rules.push(`--${initial(at)}:${light[token]}`)
      if (dark[token] !== usual?.[1]) rules.push(`--${initial(at).toUpperCase()}:${dark[token]}`)
    }
  }
  return rules.length > 0 ? `:root{${rules.join(";")}}` : ""
}
