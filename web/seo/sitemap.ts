import { visitContext } from "../visit.ts"
import type { Route } from "./+types/sitemap"
import { sitemap } from "./sitemapXml.ts"

const pages = ["/", "/models", "/upgrade", "/contact", "/terms", "/privacy", "/accessibility"]

export async function loader({ context }: Route.LoaderArgs) {
  const { origin, services } = context.get(visitContext)
  const [dolls, videos] = await Promise.all([services.listDollAddresses(), services.listVideoAddresses()])
  const entries = [
    ...pages.map((path) => ({ path })),
    ...videos.map(({ id, updated_at }) => ({ path: `/video/${id}`, changed: updated_at })),
    ...dolls.map(({ id, updated_at }) => ({ path: `/model/${id}`, changed: updated_at })),
  ]
  return new Response(sitemap(origin, entries), { headers: { "content-type": "application/xml; charset=utf-8" } })
}
