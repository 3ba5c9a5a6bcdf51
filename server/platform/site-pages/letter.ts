import { Marked, type Token, type Tokens } from "marked"
import sanitize from "sanitize-html"
import { addressIn, type Language } from "#contract/languages.ts"
import { escapeHtml } from "../http/escapeHtml.ts"
import { renderMarkdown } from "./markdown.ts"

interface Place {
  language: Language
  /** The shop's origin: an email has no page that its links could be relative to. */
  origin: string
}

/** The styles of an email stand at each element: few programs read others. Colours and letters are those around it. */
const styles: Record<string, string> = {
  p: "margin:0 0 16px",
  h2: "margin:28px 0 12px;font-size:20px;line-height:1.35",
  h3: "margin:28px 0 12px;font-size:17px;line-height:1.35",
  h4: "margin:28px 0 12px;font-size:16px;line-height:1.35",
  ul: "margin:0 0 16px;padding-inline-start:22px",
  ol: "margin:0 0 16px;padding-inline-start:22px",
  li: "margin:0 0 6px",
  a: "color:inherit;text-decoration:underline",
  blockquote: "margin:0 0 16px;padding:0 14px;border-inline-start:2px solid",
  pre: "margin:0 0 16px;white-space:pre-wrap;font-size:14px",
  hr: "margin:24px 0;border:0;border-top:1px solid",
  table: "margin:0 0 16px;border-collapse:collapse",
  th: "padding:6px 12px 6px 0;border-bottom:1px solid;text-align:start",
  td: "padding:6px 12px 6px 0;border-bottom:1px solid",
}

/**
 * Renders Markdown for an email, as HTML and as text. It has no pictures: fetching one would tell its server who has
 * opened the email, and when.
 */
export function renderLetter(content: string, place: Place): { html: string; text: string } {
  const { intro, chapters } = renderMarkdown(content, {
    language: place.language,
    pictures: new Map(),
    publicFiles: null,
  })
  const parts = [intro, ...chapters.map(({ title, html }) => `<h2>${escapeHtml(title)}</h2>${html}`)]
  return { html: styled(parts.join("\n"), place.origin), text: plainOf(content, place) }
}

const styled = (html: string, origin: string) =>
  sanitize(html, {
    allowedTags: Object.keys(styles).concat("strong", "em", "del", "code", "br", "thead", "tbody", "tr"),
    allowedAttributes: { a: ["href"], ol: ["start"], "*": ["style"] },
    allowedSchemes: ["http", "https", "mailto"],
    transformTags: {
      "*": (tagName, { href, start }) => ({
        tagName,
        attribs: {
          ...(href ? { href: href.startsWith("/") ? origin + href : href } : {}),
          ...(start ? { start } : {}),
          ...(styles[tagName] ? { style: styles[tagName] } : {}),
        },
      }),
    },
  })

/** Returns the words, with the addresses of links behind theirs. */
function plainOf(content: string, place: Place): string {
  const blocks = (tokens: Token[], start = ""): string[] =>
    tokens.flatMap((token): string[] => {
      if (token.type === "space" || token.type === "def") return []
      if (token.type === "hr") return ["--------"]
      if (token.type === "list") {
        const { items, ordered, start: first } = token as Tokens.List
        return items.map((item, n) => {
          const mark = ordered ? `${Number(first || 1) + n}. ` : "- "
          return start + mark + blocks(item.tokens, `${start}  `).join("\n").trimStart()
        })
      }
      if (token.type === "blockquote") return blocks(token.tokens ?? []).map((one) => one.replace(/^/gm, "> "))
      if (token.type === "table") {
        const { header, rows } = token as Tokens.Table
        return [header, ...rows].map((row) => row.map((cell) => inline(cell.tokens, place)).join(" | "))
      }
      if (token.type === "code") return [(token as Tokens.Code).text]
      return [start + ("tokens" in token && token.tokens ? inline(token.tokens, place) : token.raw.trim())]
    })
  return blocks(new Marked({ gfm: true }).lexer(content))
    .join("\n\n")
    .replace(/\n\n(?= *(?:- |\d+\. ))/g, "\n")
}

function inline(tokens: Token[], place: Place): string {
  return tokens
    .map((token): string => {
      if (token.type === "br") return "\n"
      if (token.type === "link") {
        const { href, tokens: words } = token as Tokens.Link
        const address = href.startsWith("/") ? place.origin + addressIn(place.language, href) : href
        const name = inline(words, place)
        return name === address ? name : `${name} (${address})`
      }
      if ("tokens" in token && token.tokens) return inline(token.tokens, place)
      return "text" in token ? String(token.text) : token.raw
    })
    .join("")
}
