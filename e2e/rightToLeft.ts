import type { BrowserContext } from "@playwright/test"

/** Writes English with the letters of Hebrew, which take about as much room. */
export function written(english: string): string {
  return english.replace(/[a-z]/gi, (letter) => String.fromCharCode(letter.toLowerCase().charCodeAt(0) + 0x5d0 - 0x61))
}

/**
 * Turns the pages of a browser into those of a language that is written from right to left. No shop offers it, and it
 * needs no build: whatever depends on the direction reads it from the page.
 */
export async function rightToLeft(context: BrowserContext): Promise<void> {
  await context.addInitScript(`(${turn})(${written})`)
}

/** Runs in the page, before the page's own scripts. */
function turn(translated: typeof written): void {
  const root = new MutationObserver(() => {
    root.disconnect()
    Object.assign(document.documentElement, { lang: "he", dir: "rtl" })
  })
  root.observe(document, { childList: true })

  const names = ["aria-label", "alt", "placeholder", "title"]
  const isEnglish = (text: string | null) => text !== null && /[a-z]/i.test(text)
  const translate = (part: Node) => {
    const parts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    for (let one: Node | null = parts.currentNode; one; one = parts.nextNode()) {
      if (one instanceof Text) {
        const isShown = one.parentElement?.matches(":not(script, style, textarea)")
        if (isShown && isEnglish(one.nodeValue)) one.nodeValue = translated(one.nodeValue!)
      } else if (one instanceof Element) {
        for (const name of names) {
          const text = one.getAttribute(name)
          if (isEnglish(text)) one.setAttribute(name, translated(text!))
        }
      }
    }
  }
  // React compares what the server has written with what it would write itself.
  document.addEventListener("hydrated", () => {
    translate(document.body)
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) for (const part of [target, ...addedNodes]) translate(part)
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributeFilter: names })
  })
}
