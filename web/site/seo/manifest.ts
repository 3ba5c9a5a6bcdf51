import { roomsFor } from "#contract/brand.ts"
import { appCopy } from "#contract/copy/apart.ts"
import { addressIn } from "#contract/languages.ts"
import { language } from "../../platform/language.ts"
import { withCopy, wordsOf } from "../../platform/meta/words.ts"
import { visitContext } from "../../platform/visit.ts"
import type { Route } from "./+types/manifest"

const words = wordsOf(appCopy)

/**
 * The web app manifest: name and look of the shop on a home screen. All languages are the same app, which starts in the
 * language that it was installed in.
 */
export function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  const { shop_name: name } = visit.services.shop()
  const look = visit.services.look()
  const { light } = roomsFor(look)
  const icons = [192, 512].flatMap((edge) =>
    ["any", "maskable"].map((purpose) => ({
      src: look.icons ? `${look.icons}/${purpose === "any" ? "icon" : purpose}-${edge}.png` : `/icon-${edge}.png`,
      sizes: `${edge}x${edge}`,
      type: "image/png",
      purpose,
    })),
  )
  const manifest = {
    id: "/",
    name,
    short_name: name,
    description: withCopy(visit.copy ?? {}, () => words("app_description")),
    start_url: addressIn(language, "/"),
    scope: "/",
    display: "standalone",
    lang: language,
    background_color: light.canvas,
    theme_color: light.ink,
    icons,
  }
  return Response.json(manifest, { headers: { "content-type": "application/manifest+json; charset=utf-8" } })
}
