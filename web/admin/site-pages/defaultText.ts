import { addressIn, type Language } from "#contract/languages.ts"
import type { Builtin, PageText } from "#contract/sitePages.ts"

/** Reads the text that the shop comes with, from its page, as Markdown. */
export async function defaultText(builtin: Builtin, language: Language): Promise<PageText> {
  const path = builtin === "faq" ? "/contact" : `/${builtin}`
  const response = await fetch(`${addressIn(language, path)}?default`)
  if (!response.ok) throw new Error(response.statusText)
  const page = new DOMParser().parseFromString(await response.text(), "text/html")
  const description = page.querySelector<HTMLMetaElement>("meta[name=description]")?.content ?? ""
  if (builtin === "faq") {
    const questions = [...page.querySelectorAll("#faq details")].map(
      (one) => `## ${wordsOf(one.querySelector("summary")!)}\n\n${blocksOf(one, "summary")}`,
    )
    return { title: wordsOf(page.querySelector("#faq-title")!), description: "", content: questions.join("\n\n") }
  }
  const content = blocksOf(page.querySelector("article .prose")!)
  return { title: wordsOf(page.querySelector("h1")!), description, content }
}

/** Returns paragraphs, lists and headings in an element as Markdown. */
function blocksOf(element: Element, without = ""): string {
  const blocks = [...element.children].map((one) => {
    if (without && one.matches(without)) return ""
    if (one.matches("h2")) return `## ${wordsOf(one)}`
    if (one.matches("p")) return inlineOf(one)
    if (one.matches("ul")) return [...one.children].map((item) => `- ${inlineOf(item)}`).join("\n")
    return blocksOf(one)
  })
  return blocks.filter(Boolean).join("\n\n")
}

const wordsOf = (element: Element) => element.textContent!.replace(/\s+/g, " ").trim()

function inlineOf(element: Element): string {
  const parts = [...element.childNodes].map((node) => {
    if (!(node instanceof Element)) return (node.textContent ?? "").replace(/([*_[\]\\`<])/g, "\\$1")
    const link = node.matches("a") ? node.getAttribute("href") : null
    return link ? `[${wordsOf(node)}](${withoutPrefix(link)})` : inlineOf(node)
  })
  return parts.join("").replace(/\s+/g, " ").trim()
}

/** The server adds the language of the reader to the addresses of pages. */
const withoutPrefix = (href: string) => href.replace(/^\/(de|es|ja)(?=\/|$)/, "") || "/"
