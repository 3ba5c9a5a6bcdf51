import { expect, type Locator, type Page } from "@playwright/test"

/** A person without a pointer: walks with Tab, and at each stop the focus is seen. */
export class Keyboard {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** From here on a pointer is an error, which the test fails for. */
  static async only(page: Page): Promise<Keyboard> {
    await page.addInitScript(() => {
      const refuse = (event: Event) => {
        if (event.isTrusted) throw new Error("A pointer was used where there is only a keyboard")
      }
      addEventListener("pointerdown", refuse, true)
      addEventListener("mousedown", refuse, true)
    })
    return new Keyboard(page)
  }

  /** Tab until this has the focus, or Shift+Tab. */
  async to(target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
    await expect(target).toBeVisible()
    await expect(target).toBeEnabled()
    // Before that, styles may be missing.
    await this.#page.waitForLoadState("load")
    const isThere = () => target.evaluate((one) => one === document.activeElement)
    let lost = 0
    const passed: string[] = []
    for (let steps = 0; steps < 160 && !(await isThere()); steps++) {
      await this.#page.keyboard.press(key)
      const stop = await this.#page.evaluate(stopped)
      passed.push(stop.name)
      // Once the way leads over the end of the document to its beginning.
      if (stop.isLost) expect(++lost, `times the focus was lost: ${passed.join(", ")}`).toBeLessThan(2)
      else expect(stop.fault, `${stop.name} on ${this.#page.url()}`).toBe("")
    }
    expect(await isThere(), `${target} is reached by ${key}: ${passed.join(", ")}`).toBe(true)
  }

  /** Walks to a control and presses a key on it. */
  async press(target: Locator, ...keys: string[]): Promise<void> {
    await this.to(target)
    for (const key of keys.length > 0 ? keys : ["Enter"]) await this.#page.keyboard.press(key)
  }

  /** Walks to a field and types over what is in it. */
  async type(target: Locator, text: string): Promise<void> {
    await this.to(target)
    await this.#page.keyboard.press("Control+a")
    await this.#page.keyboard.type(text)
  }

  /** Walks to a list and chooses by the first letters. */
  async choose(target: Locator, text: string): Promise<void> {
    await this.to(target)
    await this.#page.keyboard.type(text)
    await expect(target.locator("option:checked")).toHaveText(new RegExp(`^${text}`))
  }
}

/** Where the focus is, and what is wrong there. */
function stopped(): { name: string; isLost: boolean; fault: string } {
  const one = document.activeElement as HTMLElement
  const name = (one.ariaLabel ?? one.textContent ?? "").trim().slice(0, 40) || one.tagName
  if (one === document.body) return { name, isLost: true, fault: "" }
  const isRinged = (part: Element | null) =>
    part !== null &&
    [null, "::before", "::after"].some((pseudo) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(part, pseudo)
      return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2
    })
  const drawn = one.closest("label") ?? one
  const { left, right, top, bottom } = drawn.getBoundingClientRect()
  if (right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight)
    return { name, isLost: false, fault: "out of view" }
  // In a field for a day the browser marks the part of it that is typed in.
  const isSeen =
    one.matches("[type=date]") ||
    isRinged(one) ||
    isRinged(drawn) ||
    isRinged(one.parentElement) ||
    isRinged(one.parentElement?.parentElement ?? null)
  return { name, isLost: false, fault: isSeen ? "" : "no visible focus" }
}
