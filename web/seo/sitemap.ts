import { visitContext } from "../visit.ts"
import type { Route } from "./+types/sitemap"
import { sitemap } from "./sitemapXml.ts"

const pages = ["/", "/models", "/upgrade", "/contact", "/terms", "/privacy"]

export async function loader({ context }: Route.LoaderArgs) {
  const { origin, services } = context.get(visitContext)
  const dolls = await services.listDollAddresses()
  const entries = [
    ...pages.map((path) => ({ path })),
    ...dolls.map(({ id, updated_at }) => ({ path: `/model/${id}`, changed: updated_at })),
  ]
  return new Response(sitemap(origin, entries), { headers: { "content-type": "application/xml; charset=utf-8" } })
}
