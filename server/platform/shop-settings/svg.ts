import sanitize from "sanitize-html"

/** What a drawing consists of. Not listed: scripts, links, foreign HTML, pictures, animations and style sheets. */
const shapes = "g path rect circle ellipse line polyline polygon text tspan".split(" ")
const helpers = "defs symbol use clipPath mask linearGradient radialGradient stop title desc".split(" ")
const attributes =
  `xmlns xmlns:xlink viewBox width height x y x1 y1 x2 y2 cx cy r rx ry fx fy dx dy d points transform id href
  xlink:href fill fill-opacity fill-rule clip-rule clip-path clipPathUnits mask maskUnits maskContentUnits mask-type
  stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset
  stroke-opacity opacity color stop-color stop-opacity offset gradientUnits gradientTransform spreadMethod
  preserveAspectRatio font-family font-size font-weight font-style letter-spacing text-anchor`.split(/\s+/)
/** Programs for drawing write these into `style`. */
const styled = /^(fill|stroke|stop|clip|opacity|color)[a-z-]*$/

/** Copies that may be made of a part: each copy of copies multiplies what a browser has to draw. */
const mostCopies = 12

/**
 * Returns the drawing with nothing but shapes and colours, or null if it is none. What it refers to must be in it: it
 * loads nothing, and follows no address.
 */
export function cleanSvg(source: string): string | null {
  const text = sanitize(source, {
    allowedTags: ["svg", ...shapes, ...helpers],
    allowedAttributes: { "*": attributes },
    nonTextTags: ["script", "style", "foreignObject", "metadata", "textarea", "option", "noscript"],
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
    allowedSchemes: [],
    allowProtocolRelative: false,
    transformTags: { "*": (tagName, given) => ({ tagName, attribs: attributesOf(tagName, given) }) },
  }).trim()
  const isOne = /^<svg[\s>]/.test(text) && text.endsWith("</svg>") && text.match(/<svg[\s>]/g)!.length === 1
  return isOne && (text.match(/<use[\s>]/g) ?? []).length <= mostCopies ? text : null
}

const namespaces = { xmlns: "http://www.w3.org/2000/svg", "xmlns:xlink": "http://www.w3.org/1999/xlink" }

function attributesOf(tag: string, given: Record<string, string>): Record<string, string> {
  const kept = Object.entries({ ...given, ...declarationsOf(given.style ?? "") }).filter(([name, value]) =>
    /href$/.test(name) ? /^#[\w-]+$/.test(value) : !name.startsWith("xmlns") && isHarmless(value),
  )
  return { ...(tag === "svg" && namespaces), ...Object.fromEntries(kept) }
}

/** True unless a value refers to anything outside the drawing, as `url(https://…)` does. */
const isHarmless = (value: string) =>
  !/[\\@<>]|:\/\/|script:|data:|var\(/i.test(value) && !/url\((?!\s*["']?#[\w-]+["']?\s*\))/i.test(value)

function declarationsOf(style: string): Record<string, string> {
  const pairs = style.split(";").map((one) => one.split(":").map((part) => part.trim()))
  return Object.fromEntries(pairs.filter(([name, value, more]) => styled.test(name!) && value && more === undefined))
}

export const hasStyleSheet = (source: string) => /<style[\s>]/i.test(source)
