import type { MetaDescriptor } from "react-router"
import { addressIn, type Language, languageNames } from "#contract/languages.ts"
import { language } from "../language.ts"
import { socialPicture } from "./look.ts"
import type { RootData } from "./rootData.ts"
import { shopName, titled } from "./shop.ts"

interface PageMeta {
  title: string
  description: string
  /** Canonical path and query; the default is the page's path. */
  path?: string
  /** Path of the preview picture. */
  image?: string
  type?: "website" | "product" | "article"
  jsonLd?: object[]
  /** The languages that the page has a text in; the default is all. */
  languages?: readonly Language[]
}

interface Where {
  location: { pathname: string }
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
}

/** Title, description, canonical URL and Open Graph tags of a public page. */
export function pageMeta(where: Where, page: PageMeta): MetaDescriptor[] {
  const origin = originOf(where)
  const path = page.path ?? where.location.pathname
  const title = titled(page.title)
  return [
    { title },
    { name: "description", content: page.description },
    ...addressMeta(origin, path, page.languages),
    { property: "og:site_name", content: shopName() },
    { property: "og:type", content: page.type ?? "website" },
    { property: "og:title", content: title },
    { property: "og:description", content: page.description },
    { property: "og:image", content: origin + (page.image ?? socialPicture()) },
    { name: "twitter:card", content: "summary_large_image" },
    ...(page.jsonLd ?? []).map((thing) => ({ "script:ld+json": { "@context": "https://schema.org", ...thing } })),
  ]
}

/** The address of a page, and those of the same page in other languages. */
export function addressMeta(
  origin: string,
  path: string,
  languages: readonly Language[] = languageNames,
): MetaDescriptor[] {
  // A page that shows its English text for want of another one is the English page.
  const address = origin + addressIn(languages.includes(language) ? language : "en", path)
  const alternate = (hrefLang: string, href: string) => ({ tagName: "link", rel: "alternate", hrefLang, href })
  return [
    { tagName: "link", rel: "canonical", href: address },
    ...languages.map((name) => alternate(name, origin + addressIn(name, path))),
    alternate("x-default", origin + path),
    { property: "og:url", content: address },
  ]
}

export function privateMeta(title: string): MetaDescriptor[] {
  return [{ title: titled(title) }, { name: "robots", content: "noindex" }]
}

export function originOf({ matches }: Pick<Where, "matches">): string {
  const root = matches.find((match) => match?.id === "root")?.loaderData as RootData | undefined
  return root?.origin ?? ""
}
