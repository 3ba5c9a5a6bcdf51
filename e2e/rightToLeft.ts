import type { BrowserContext } from "@playwright/test"

/**
 * Turns the pages of a browser into those of a language that is written from right to left: their English with the
 * letters of Hebrew, which take about as much room. No shop offers it, and it needs no build: whatever depends on the
 * direction reads it from the page.
 */
export async function rightToLeft(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const first = new MutationObserver(() => {
      first.disconnect()
      Object.assign(document.documentElement, { lang: "he", dir: "rtl" })
    })
    first.observe(document, { childList: true })

    const written = (text: string) =>
      text.replace(/[a-z]/gi, (letter) => String.fromCharCode(0x5d0 + (letter.toLowerCase().charCodeAt(0) - 97)))
    const translate = (part: Node) => {
      const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
      for (let text = part instanceof Text ? part : texts.nextNode(); text; text = texts.nextNode()) {
        const isShown = text.parentElement?.matches(":not(script, style, textarea)")
        if (isShown && /[a-z]/i.test(text.nodeValue!)) text.nodeValue = written(text.nodeValue!)
      }
    }
    // React compares what the server has written with what it would write itself.
    document.addEventListener("hydrated", () => {
      translate(document.body)
      new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes) for (const part of [target, ...addedNodes]) translate(part)
      }).observe(document.body, { subtree: true, childList: true, characterData: true })
    })
  })
}
