import { expect, type Locator, type Page } from "@playwright/test"

/** A person without a pointer, who moves with Tab. The focus must be visible at each stop. */
export class Keyboard {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** From now on, using a pointer fails the test. */
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

  /** Presses Tab or Shift+Tab until the target has the focus. */
  async to(target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
    await expect(target).toBeVisible()
    await expect(target).toBeEnabled()
    // Styles may be missing before that.
    await this.#page.waitForLoadState("load")
    const isThere = () => target.evaluate((one) => one === document.activeElement)
    let lost = 0
    const passed: string[] = []
    for (let steps = 0; steps < 240 && !(await isThere()); steps++) {
      await this.#page.keyboard.press(key)
      const stop = await this.#page.evaluate(stopped)
      passed.push(stop.name)
      // The focus may be lost once, at the end of the document.
      if (stop.isLost) expect(++lost, `times the focus was lost: ${passed.join(", ")}`).toBeLessThan(2)
      else expect(stop.fault, `${stop.name} on ${this.#page.url()}`).toBe("")
    }
    expect(await isThere(), `${target} is reached by ${key}: ${passed.join(", ")}`).toBe(true)
  }

  /** Moves to a control and presses keys on it. */
  async press(target: Locator, ...keys: string[]): Promise<void> {
    await this.to(target)
    for (const key of keys.length > 0 ? keys : ["Enter"]) await this.#page.keyboard.press(key)
  }

  /** Moves to a field and replaces its text. */
  async type(target: Locator, text: string): Promise<void> {
    await this.to(target)
    await this.#page.keyboard.press("Control+a")
    await this.#page.keyboard.type(text)
  }

  /** Moves to a select and chooses an option by its first letters. */
  async choose(target: Locator, text: string): Promise<void> {
    await this.to(target)
    await this.#page.keyboard.type(text)
    await expect(target.locator("option:checked")).toHaveText(new RegExp(`^${text}`))
  }
}

/** Describes the focused element, and what is wrong with it. */
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
  // In a field for a date, the browser marks the part that is edited.
  const isSeen =
    one.matches("[type=date]") ||
    isRinged(one) ||
    isRinged(drawn) ||
    isRinged(one.parentElement) ||
    isRinged(one.parentElement?.parentElement ?? null)
  return { name, isLost: false, fault: isSeen ? "" : "no visible focus" }
}
