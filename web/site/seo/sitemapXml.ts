export interface Entry {
  path: string
  /** An ISO 8601 time. */
  changed?: string
}

/** A sitemap of at most 50,000 URLs. */
export function sitemap(origin: string, entries: Entry[]): string {
  return document("urlset", "url", origin, entries)
}

/** An index of at most 50,000 sitemaps. */
export function sitemapIndex(origin: string, entries: Entry[]): string {
  return document("sitemapindex", "sitemap", origin, entries)
}

/** Writes a document as in https://www.sitemaps.org/protocol.html. Throws a RangeError above its limit. */
function document(root: string, element: string, origin: string, entries: Entry[]): string {
  if (entries.length > 50_000) throw new RangeError(`${entries.length} entries in one file of a sitemap`)
  const lines = entries.map(({ path, changed }) => {
    const when = changed ? `<lastmod>${changed}</lastmod>` : ""
    return `<${element}><loc>${escaped(origin + path)}</loc>${when}</${element}>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${lines.join("\n")}
</${root}>
`
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")
}
