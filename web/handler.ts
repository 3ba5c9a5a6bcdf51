import * as build from "virtual:react-router/server-build"
import { createRequestHandler, RouterContextProvider } from "react-router"
import { defaultLook, type Look, logoSize, roomsFor, styleOf } from "#contract/brand.ts"
import { language } from "./platform/language.ts"
import { type Dress, setDress } from "./platform/meta/look.ts"
import { setSelling, setShop } from "./platform/meta/shop.ts"
import { setPublicFiles } from "./platform/ui/fileUrl.ts"
import { type Visit, visitContext } from "./platform/visit.ts"
import { bootScript, gateScript, lateScript } from "./site/shell/inlineScripts.ts"

const handle = createRequestHandler(build, import.meta.env.MODE)

/** Inline scripts that all pages share. The content security policy lists their hashes. */
export const constantScripts = [bootScript, gateScript, lateScript]

/** The whole of web/ as one function, which the server calls for every page and `.data` request. */
export async function render(request: Request, visit: Visit): Promise<Response> {
  visit.copy ??= await visit.services.copy(language)
  setShop(visit.services.shop())
  const dress = dressOf(visit.services.look())
  setDress(dress)
  visit.style = dress.style
  setSelling(visit.services.selling(language))
  setPublicFiles(visit.services.publicFiles)
  const context = new RouterContextProvider()
  context.set(visitContext, visit)
  return handle(request, context)
}

let dressed: { colors: Look["colors"]; corners: Look["corners"]; style: string; frame: Dress["frame"] } | undefined

/** Deriving the colours takes longer than rendering many a page, so they are kept until others are published. */
function dressOf({ colors, corners, faces, logo, logo_dark: dark, icons }: Look): Dress {
  if (!dressed || dressed.colors !== colors || dressed.corners !== corners) {
    const rooms = colors && roomsFor({ colors })
    const frame = rooms && { light: rooms.light.canvas, dark: rooms.dark.canvas }
    dressed = { colors, corners, style: styleOf({ colors, corners }), frame }
  }
  const { style, frame } = dressed
  return {
    style,
    frame,
    logo: logo && sized(logo),
    logoDark: dark && sized(dark),
    icons,
    faces: faces === defaultLook.faces ? null : `/brand/faces/${faces}`,
  }
}

const sized = (logo: NonNullable<Look["logo"]>) => ({ url: logo.url, ...logoSize(logo) })
