import { visitContext } from "../../platform/visit.ts"
import type { Route } from "./+types/sitemap"
import { sitemapOf } from "./sitemapParts.ts"

export async function loader({ context, request }: Route.LoaderArgs) {
  const { origin, services } = context.get(visitContext)
  const text = await sitemapOf(services, origin, new URL(request.url).searchParams.get("part"))
  if (text === null) throw new Response(null, { status: 404 })
  return new Response(text, { headers: { "content-type": "application/xml; charset=utf-8" } })
}
