interface Entry {
  path: string
  /** ISO time */
  changed?: string
}

/** A sitemap may list at most 50,000 URLs; further ones are dropped. */
export function sitemap(origin: string, entries: Entry[]): string {
  const urls = entries.slice(0, 50_000).map(({ path, changed }) => {
    const when = changed ? `<lastmod>${changed}</lastmod>` : ""
    return `<url><loc>${escaped(origin + path)}</loc>${when}</url>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")
}
