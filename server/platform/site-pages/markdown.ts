import { Marked, type Token, type Tokens } from "marked"
import sanitize from "sanitize-html"
import { addressIn, type Language } from "#contract/languages.ts"
import type { RenderedPage } from "#contract/sitePages.ts"
import { escapeHtml } from "../http/escapeHtml.ts"

export interface KnownPicture {
  key: string
  width: number
  height: number
  widths: number[]
}

interface Rendering {
  language: Language
  pictures: ReadonlyMap<string, KnownPicture>
  /** The address that browsers read public files from; null if this server sends them. */
  publicFiles: string | null
}

/**
 * Renders Markdown to HTML, cut at its headings of the first two levels. HTML in the text is shown as text, and the
 * result is sanitized as if it came from a stranger.
 */
export function renderMarkdown(content: string, rendering: Rendering): RenderedPage {
  const marked = createMarked(rendering)
  const intro: Token[] = []
  const chapters: { title: string; tokens: Token[] }[] = []
  for (const token of marked.lexer(content)) {
    if (token.type === "heading" && token.depth <= 2)
      chapters.push({ title: plain(token as Tokens.Heading), tokens: [] })
    else (chapters.at(-1)?.tokens ?? intro).push(token)
  }
  const html = (tokens: Token[]) => sanitize(marked.parser(tokens), allowed)
  return {
    intro: html(intro),
    chapters: chapters.map(({ title, tokens }, n) => ({ id: `section-${n + 1}`, title, html: html(tokens) })),
  }
}

const allowed: sanitize.IOptions = {
  allowedTags: "p h3 h4 ul ol li a strong em del code pre blockquote hr br img table thead tbody tr th td div".split(
    " ",
  ),
  allowedAttributes: {
    a: ["href", "data-go", "rel"],
    img: ["src", "srcset", "sizes", "width", "height", "alt", "loading"],
    ol: ["start"],
    div: [{ name: "class", values: ["prose-table"] }],
  },
  allowedSchemes: ["http", "https", "mailto"],
  allowProtocolRelative: false,
  disallowedTagsMode: "escape",
}

function createMarked({ language, pictures, publicFiles }: Rendering): Marked {
  return new Marked({
    gfm: true,
    renderer: {
      html: ({ text }) => escapeHtml(text),
      heading({ depth, tokens }) {
        const name = depth <= 3 ? "h3" : "h4"
        return `<${name}>${this.parser.parseInline(tokens)}</${name}>`
      },
      // A list of tasks is a list: nobody can tick its boxes.
      checkbox: () => "",
      table(token) {
        const cells = (row: Tokens.TableCell[], name: "th" | "td") =>
          `<tr>${row.map(({ tokens }) => `<${name}>${this.parser.parseInline(tokens)}</${name}>`).join("")}</tr>`
        const rows = token.rows.map((row) => cells(row, "td")).join("")
        return `<div class="prose-table"><table><thead>${cells(token.header, "th")}</thead><tbody>${rows}</tbody></table></div>`
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        const link = linkOf(href, language)
        return link ? `<a ${link}>${text}</a>` : text
      },
      image: ({ href, text }) => {
        const [, key = ""] = /^\/media\/(pages\/[0-9a-f-]{36})\/\d+\.webp$/.exec(href) ?? []
        const picture = pictures.get(key)
        return picture ? imageOf(picture, text, publicFiles) : escapeHtml(text)
      },
    },
  })
}

/** Returns the attributes of a link to a website, an email address, a page of the shop or a heading; null for others. */
function linkOf(href: string, language: Language): string | null {
  if (/^#[\w-]+$/.test(href)) return `href="${href}"`
  if (/^(https?|mailto):/i.test(href)) {
    const rel = /^mailto:/i.test(href) ? "" : ` rel="noopener"`
    return URL.canParse(href) ? `href="${escapeHtml(href)}"${rel}` : null
  }
  if (!href.startsWith("/")) return null
  const url = URL.parse(href, "http://shop.invalid")
  if (url?.host !== "shop.invalid" || url.pathname.startsWith("//")) return null
  const path = url.pathname + url.search + url.hash
  if (/^\/(api|media|plain|assets)\/|\.\w+$/.test(url.pathname)) return `href="${escapeHtml(path)}"`
  return `data-go href="${escapeHtml(addressIn(language, path))}"`
}

function imageOf({ key, width, height, widths }: KnownPicture, alt: string, publicFiles: string | null): string {
  const file = (one: number) => `${publicFiles ?? "/media"}/${key}/${one}.webp`
  const sources = widths.map((one) => `${file(one)} ${one}w`).join(", ")
  return (
    `<img src="${file(widths.at(-1)!)}" srcset="${sources}" sizes="(min-width: 48rem) 42rem, 100vw" width="${width}" ` +
    `height="${height}" alt="${escapeHtml(alt)}" loading="lazy">`
  )
}

/** Returns the words of a heading; its marks and links are left out. */
function plain({ tokens }: Tokens.Heading): string {
  const words = (all: Token[]): string =>
    all
      .map((token) => ("tokens" in token && token.tokens ? words(token.tokens) : "text" in token ? token.text : ""))
      .join("")
  return words(tokens).trim()
}
