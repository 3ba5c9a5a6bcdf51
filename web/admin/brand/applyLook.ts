import { defaultLook, type Faces, type Look, logoSize, styleOf, tokens } from "#contract/brand.ts"

const letters = tokens.map((_, at) => String.fromCharCode(97 + at))
const names = [...letters, ...letters.map((letter) => letter.toUpperCase()), "corner"].map((name) => `--${name}`)

export const styleOfFaces = (faces: Faces) => `/brand/faces/${faces}.css`

/** Shows the published look in this page too. Other open pages have it when they are loaded next. */
export function applyLook(look: Look): void {
  const { style, dataset } = document.documentElement
  const rules = new Map(
    styleOf(look)
      .matchAll(/(--\w+):([^;}]+)/g)
      .map(([, name, value]) => [name!, value!]),
  )
  // `initial` makes theme.css use its own colour.
  for (const name of names) style.setProperty(name, rules.get(name) ?? "initial")
  const sized = (logo: Look["logo"]) => logo && { url: logo.url, ...logoSize(logo) }
  if (look.logo) dataset.logo = JSON.stringify([sized(look.logo), sized(look.logo_dark)])
  else delete dataset.logo
  dataset.faces = look.faces
  if (look.faces !== defaultLook.faces) {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: styleOfFaces(look.faces) })
    document.head.append(link)
  }
}
