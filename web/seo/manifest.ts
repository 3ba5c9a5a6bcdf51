import { visitContext } from "../visit.ts"
import type { Route } from "./+types/manifest"

const [ink, paper] = ["#271826", "#f1f6f4"]

/** The web app manifest: what the shop is called and looks like on a home screen. */
export function loader({ context }: Route.LoaderArgs) {
  const { shop_name: name } = context.get(visitContext).services.shop()
  const icons = [192, 512].flatMap((edge) =>
    ["any", "maskable"].map((purpose) => ({
      src: `/icon-${edge}.png`,
      sizes: `${edge}x${edge}`,
      type: "image/png",
      purpose,
    })),
  )
  const manifest = {
    id: "/",
    name,
    short_name: name,
    start_url: "/",
    scope: "/",
    display: "standalone",
    lang: "en",
    background_color: paper,
    theme_color: ink,
    icons,
  }
  return Response.json(manifest, { headers: { "content-type": "application/manifest+json; charset=utf-8" } })
}
