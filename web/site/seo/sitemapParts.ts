import type { Services } from "#server/start/services.ts"
import { type Entry, sitemap, sitemapIndex } from "./sitemapXml.ts"

const pages = ["/", "/models", "/upgrade", "/contact", "/terms", "/privacy", "/accessibility"]
/** The part with every page other than those of models. */
const otherPages = "pages"
const maxId = 2 ** 31 - 1

/**
 * The sitemap of a shop. It is one file while the shop has at most `size` models. Above that, it is an index of parts,
 * which have the same address with `part`. Returns null for a part that does not exist.
 *
 * sitemaps.org allows 50,000 URLs and 50 MB in a file. Parts are smaller, because a part is rendered in memory: 10,000
 * models are about 1 MB. Parts are ranges of ids, so that a new model changes only the last one.
 */
export async function sitemapOf(
  services: Pick<
    Services,
    "listDollParts" | "seller" | "listDollAddresses" | "listVideoAddresses" | "listPageAddresses"
  >,
  origin: string,
  part: string | null,
  size = 10_000,
): Promise<string | null> {
  if (part === otherPages) return sitemap(origin, await others())
  if (part !== null) {
    const last = /^[1-9]\d*$/.test(part) ? Number(part) * size : Number.POSITIVE_INFINITY
    const found = last <= maxId ? await models(last - size + 1, last) : []
    return found.length > 0 ? sitemap(origin, found) : null
  }
  const parts = await services.listDollParts(size)
  if (parts.reduce((sum, { count }) => sum + count, 0) <= size) {
    return sitemap(origin, [...(await others()), ...(await models(1, maxId))])
  }
  const address = (name: string | number) => `/sitemap.xml?part=${name}`
  const changed = (await services.listVideoAddresses()).map(({ updated_at }) => updated_at).sort()
  return sitemapIndex(origin, [
    { path: address(otherPages), changed: changed.at(-1) },
    ...parts.map((one) => ({ path: address(one.part), changed: one.updated_at })),
  ])

  async function others(): Promise<Entry[]> {
    const videos = await services.listVideoAddresses()
    const own = await services.listPageAddresses()
    return [
      ...pages.map((path) => ({ path })),
      ...own.map(({ slug, updated_at }) => ({ path: `/pages/${slug}`, changed: updated_at })),
      ...((await services.seller()) ? [{ path: "/imprint" }] : []),
      ...videos.map(({ id, updated_at }) => ({ path: `/video/${id}`, changed: updated_at })),
    ]
  }

  async function models(from: number, to: number): Promise<Entry[]> {
    const dolls = await services.listDollAddresses({ from, to })
    return dolls.map(({ id, updated_at }) => ({ path: `/model/${id}`, changed: updated_at }))
  }
}
