import type { MetaDescriptor } from "react-router"
import { shopName, titled } from "./shop.ts"

interface PageMeta {
  title: string
  description: string
  /** Canonical path with the query that belongs to it; the page's own path unless said. */
  path?: string
  /** Path of a picture for shared links. */
  image?: string
  type?: "website" | "product" | "article"
  jsonLd?: object[]
}

interface Where {
  location: { pathname: string }
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
}

/** Title, description, canonical address and what a shared link shows: the same on every public page. */
export function pageMeta(where: Where, page: PageMeta): MetaDescriptor[] {
  const origin = originOf(where)
  const path = page.path ?? where.location.pathname
  const title = titled(page.title)
  return [
    { title },
    { name: "description", content: page.description },
    { tagName: "link", rel: "canonical", href: origin + path },
    { property: "og:site_name", content: shopName() },
    { property: "og:type", content: page.type ?? "website" },
    { property: "og:title", content: title },
    { property: "og:description", content: page.description },
    { property: "og:url", content: origin + path },
    { property: "og:image", content: origin + (page.image ?? "/og.jpg") },
    { name: "twitter:card", content: "summary_large_image" },
    ...(page.jsonLd ?? []).map((thing) => ({ "script:ld+json": { "@context": "https://schema.org", ...thing } })),
  ]
}

/** For pages that belong to one person, or to nobody. */
export function privateMeta(title: string): MetaDescriptor[] {
  return [{ title: titled(title) }, { name: "robots", content: "noindex" }]
}

/** Scheme and host, as the server that rendered the page knows them. */
export function originOf({ matches }: Pick<Where, "matches">): string {
  const root = matches.find((match) => match?.id === "root")?.loaderData as { origin?: string } | undefined
  return root?.origin ?? ""
}
