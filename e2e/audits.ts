import { expect, type Page, shot } from "./fixtures.ts"

/** Checks that run in the page. Each function returns one line for every defect it finds. */

/** The viewport of a screen of 1280 × 1024 px at a zoom of 400 %. */
const zoomed = { width: 320, height: 256 }

/** A page has one main heading and one main element, and its focus order is that of the document. */
function structure(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = (selector: string) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
    const modal = document.querySelector("dialog:modal") !== null
    const found: string[] = []
    if (!modal && shown("h1").length !== 1) found.push(`${shown("h1").length} headings of level 1`)
    if (shown("main").length !== 1) found.push(`${shown("main").length} main landmarks`)
    if (document.title.length < 5 || !document.documentElement.lang) found.push("no title or language")
    for (const one of shown("[tabindex]")) {
      if ((one as HTMLElement).tabIndex > 0) found.push(`a tabindex above 0: ${one.outerHTML.slice(0, 120)}`)
    }
    return found
  })
}

const named =
  "button|link|textbox|searchbox|checkbox|radio|combobox|listbox|switch|slider|spinbutton|tab|menuitem|dialog|region|form"

/** Each control and region has a name in the tree that assistive technology reads. */
async function unnamed(page: Page): Promise<string[]> {
  const tree = await page.locator("body").ariaSnapshot()
  return tree.match(new RegExp(`^ *- (${named})(?= \\[|:|$).*`, "gm")) ?? []
}

/** Focuses each control in turn. The focus must be visible (2.4.7), and no sticky bar may cover it (2.4.11). */
export async function focusEach(page: Page): Promise<string[]> {
  // `focus()` shows the focus ring only after a key was pressed.
  await page.keyboard.press("Shift")
  return page.evaluate(() => {
    const within = [...document.querySelectorAll("dialog:modal, [role=dialog]")].findLast((one) =>
      one.checkVisibility(),
    )
    const controls = [
      ...(within ?? document.body).querySelectorAll<HTMLElement>(
        "a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex='0']",
      ),
    ].filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.tabIndex >= 0 && !one.closest("[inert]"))
    const name = (one: Element) => `${one.outerHTML.slice(0, 140)} “${one.textContent?.trim().slice(0, 40)}”`
    const properties = ["outline", "boxShadow", "borderColor", "borderBottom", "backgroundColor", "textDecorationLine"]
    const look = (one: Element) =>
      [one, one.parentElement!, one.parentElement!.parentElement ?? one].flatMap((part) =>
        [null, "::before", "::after"].map((pseudo) => {
          const style = getComputedStyle(part, pseudo)
          return properties.map((property) => style[property as "outline"]).join()
        }),
      )
    const isStuck = (one: Element | null, besides: Element): boolean => {
      for (let part = one; part && !part.contains(besides); part = part.parentElement) {
        if (/fixed|sticky/.test(getComputedStyle(part).position)) return true
      }
      return false
    }
    const found: string[] = []
    for (const control of controls) {
      if (!control.isConnected || !control.checkVisibility({ visibilityProperty: true })) continue
      ;(document.activeElement as HTMLElement | null)?.blur()
      const before = look(control)
      control.focus()
      if (document.activeElement !== control) continue
      if (look(control).join() === before.join()) found.push(`no visible focus: ${name(control)}`)
      const small = control.getBoundingClientRect()
      // A control that its label draws is as large as the label.
      const drawn =
        small.width < 4 || getComputedStyle(control).opacity === "0"
          ? (control.closest("label") ?? control.parentElement!)
          : control
      const rects = [...drawn.getClientRects()]
      const points = rects.flatMap(({ left, top, width, height }) =>
        [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [left + width * x, top + height * y] as const)),
      )
      const inView = points.filter(([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight)
      if (inView.length === 0)
        found.push(`focused out of view: ${name(control)} ${JSON.stringify(drawn.getBoundingClientRect())}`)
      else if (inView.every(([x, y]) => isStuck(document.elementFromPoint(x, y), control)))
        found.push(`focused under ${name(document.elementFromPoint(...inView[0]!)!)}: ${name(control)}`)
    }
    return found
  })
}

/** Nothing scrolls in two directions, and sticky elements leave half of the screen. */
function fits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth, scrollHeight } = document.documentElement
    const found: string[] = []
    if (scrollWidth > clientWidth) {
      const widest = [...document.body.querySelectorAll("*")].filter(
        (one) => one.getBoundingClientRect().right > clientWidth + 1,
      )
      found.push(
        `${scrollWidth} px wide: ${widest
          .slice(-2)
          .map((one) => one.outerHTML.slice(0, 120))
          .join(" | ")}`,
      )
    }
    if (document.querySelector("dialog:modal")) return found
    scrollTo({ top: scrollHeight / 2, behavior: "instant" })
    const stuck = new Set<Element>()
    let rows = 0
    for (let y = 2; y < innerHeight; y += 4) {
      for (let part = document.elementFromPoint(clientWidth / 2, y); part; part = part.parentElement) {
        if (!/fixed|sticky/.test(getComputedStyle(part).position) || part === document.body) continue
        stuck.add(part)
        rows++
        break
      }
    }
    if (rows * 4 > innerHeight / 2)
      found.push(`stuck on ${rows * 4} px: ${[...stuck].map((one) => one.outerHTML.slice(0, 120)).join(" | ")}`)
    return found
  })
}

/** Every name on the page becomes a word of 80 letters. It must wrap, and nothing may get wider than the screen. */
async function longNames(page: Page, names: string[]): Promise<string[]> {
  await page.evaluate((names) => {
    const known = new RegExp(names.map((name) => name.replace(/[^\w ]/g, "\\$&")).join("|"), "g")
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const before = new Map<Node, string>()
    while (texts.nextNode()) {
      const { currentNode } = texts
      const text = currentNode.nodeValue!
      if (currentNode.parentElement!.closest("script, style") || text.search(known) < 0) continue
      before.set(currentNode, text)
      currentNode.nodeValue = text.replace(known, "Wilhelmina".repeat(8))
    }
    Object.assign(window, { before })
  }, names)
  const found: string[] = []
  const { width, height } = page.viewportSize()!
  for (const size of [
    { width, height },
    { width: 1024, height },
    { width: 390, height },
  ]) {
    await resize(page, size)
    // Scripts adapt the layout a moment later.
    await page
      .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth, null, { timeout: 2_000 })
      .catch(() => {})
    const wide = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll("dialog:modal")]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ tagName, scrollWidth, clientWidth }) => `${tagName} of ${scrollWidth} px in ${clientWidth} px`),
    )
    found.push(...wide)
  }
  await resize(page, { width, height })
  await page.evaluate(() => {
    const { before } = window as unknown as { before: Map<Node, string> }
    for (const [node, text] of before) node.nodeValue = text
  })
  return found
}

/**
 * With the spacing of 1.4.12, no text is cut off that was not cut off before. A preview inside a link may end in an
 * ellipsis, because the link leads to the whole text.
 */
function spaced(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut = () =>
      [...document.body.querySelectorAll<HTMLElement>("*")].filter((one) => {
        if (!one.textContent?.trim() || one.clientWidth < 4 || !one.checkVisibility()) return false
        const style = getComputedStyle(one)
        if (style.textOverflow === "ellipsis" && one.closest("a")) return false
        const across = /hidden|clip/.test(style.overflowX) && one.scrollWidth > one.clientWidth + 1
        const down = /hidden|clip/.test(style.overflowY) && one.scrollHeight > one.clientHeight + 1
        return across || down
      })
    const before = new Set(cut())
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      "* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }",
    )
    document.adoptedStyleSheets = [sheet]
    const found = cut()
      .filter((one) => !before.has(one))
      .map((one) => `cut off by text spacing: ${one.outerHTML.slice(0, 160)}`)
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) found.push(`${scrollWidth} px wide with text spacing`)
    document.adoptedStyleSheets = []
    return found
  })
}

/** In forced colors, fields and icons are visible, and selected items differ from others. */
function forced(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const name = (one: Element) => `${one.outerHTML.slice(0, 140)} “${one.textContent?.trim().slice(0, 40)}”`
    const found: string[] = []
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
    const canvas = (() => {
      const probe = document.body.appendChild(document.createElement("i"))
      probe.style.cssText = "background: Canvas; forced-color-adjust: none"
      const { backgroundColor } = getComputedStyle(probe)
      probe.remove()
      return backgroundColor
    })()
    const all = [...document.body.querySelectorAll<HTMLElement>("*")].filter((one) =>
      one.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    )
    for (const one of all) {
      for (const pseudo of [null, "::before", "::after"]) {
        const style = getComputedStyle(one, pseudo)
        if (pseudo && (style.content === "none" || style.display === "none")) continue
        if (
          !one.matches("img") &&
          style.maskImage !== "none" &&
          style.backgroundColor === canvas &&
          !/gradient\(90deg/.test(style.maskImage)
        )
          found.push(`a sign in the colour of the ground: ${name(one)}`)
      }
      if (one.matches("input:not([type=checkbox], [type=radio], [type=range], [type=file], [aria-hidden]), textarea")) {
        const outlined = [one, one.parentElement!, one.parentElement!.parentElement!].some(
          (part) =>
            getComputedStyle(part).borderBottomWidth !== "0px" && getComputedStyle(part).borderBottomStyle !== "none",
        )
        if (!outlined) found.push(`a field without an edge: ${name(one)}`)
      }
    }
    const look = (one: Element): string =>
      [one, one.parentElement!, ...one.querySelectorAll(":scope > :not(picture), svg, svg *")]
        .flatMap((part) =>
          [null, "::before", "::after"].map((pseudo) => {
            const style = getComputedStyle(part, pseudo)
            return [
              style.borderWidth,
              style.borderColor,
              style.borderStyle,
              style.color,
              style.backgroundColor,
              style.outline,
              style.fontWeight,
              style.textDecorationLine,
              style.content,
              part instanceof SVGElement ? style.fill + style.stroke + part.getAttribute("d") : "",
            ].join()
          }),
        )
        .join("|")
    for (const state of ["aria-current", "aria-selected", "aria-pressed", "aria-checked"]) {
      for (const one of all.filter(
        (each) => !/^(false|)$/.test(each.getAttribute(state) ?? "") && !each.matches("input"),
      )) {
        const group =
          one.closest(
            "ul, ol, nav, tr, tbody, fieldset, [role=tablist], [role=radiogroup], [role=group], [role=menu], [role=toolbar]",
          ) ?? one.parentElement!
        const other = [...group.querySelectorAll(one.tagName)].find(
          (each) =>
            each !== one &&
            each.getAttribute("role") === one.getAttribute("role") &&
            /^(false|)$/.test(each.getAttribute(state) ?? "") &&
            each.checkVisibility() &&
            !one.contains(each) &&
            !each.contains(one),
        )
        if (other && look(one) === look(other)) found.push(`${state} is not to be seen: ${name(one)}`)
      }
    }
    return found
  })
}

/** With reduced motion nothing moves: fades take at most 120 ms, and nothing plays by itself. */
function still(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    for (const one of document.body.querySelectorAll("*:not(track)")) {
      for (const pseudo of [null, "::before", "::after"]) {
        const { transitionProperty, transitionDuration, scrollBehavior } = getComputedStyle(one, pseudo)
        const isLong = transitionDuration.split(",").some((time) => Number.parseFloat(time) > 0.12)
        if (isLong || (transitionProperty !== "opacity" && transitionDuration !== "0s") || scrollBehavior === "smooth")
          found.push(`moves: ${transitionProperty} ${transitionDuration} ${one.outerHTML.slice(0, 120)}`)
      }
    }
    for (const animation of document.getAnimations()) {
      const { duration, iterations } = animation.effect!.getComputedTiming()
      if (Number(duration) > 120 || iterations === Infinity) found.push(`is animated for ${duration} ms`)
    }
    return [...new Set(found)]
  })
}

/** Resizes the page and waits until it has adapted. */
async function resize(page: Page, size: typeof zoomed): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** Runs all checks on the page, or on the dialog that is open; `names` are those of people and models. */
export async function audit(page: Page, what: string, names: string[]): Promise<void> {
  const wide = page.viewportSize()!
  const found: string[] = []
  const measure = async (name: string, lines: Promise<string[]>) => {
    found.push(...(await lines).map((line) => `${what}, ${name}: ${line}`))
  }
  await measure("structure", structure(page))
  await measure("names", unnamed(page))
  await measure("long names", longNames(page, names))
  await page.emulateMedia({ reducedMotion: "reduce" })
  await measure("reduced motion", still(page))
  await page.emulateMedia({ reducedMotion: null, forcedColors: "active" })
  await measure("forced colours", forced(page))
  await measure("focus in forced colours", focusEach(page))
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }))
  await shot(page, `forced-${what.replace(/\W+/g, "-")}`)
  await page.emulateMedia({ forcedColors: null })
  await resize(page, { width: 390, height: 844 })
  await measure("phone", focusEach(page))
  await measure("text spacing", spaced(page))
  await resize(page, zoomed)
  await measure("400 %", fits(page))
  await measure("400 % focus", focusEach(page))
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }))
  await shot(page, `zoom-${what.replace(/\W+/g, "-")}`, { fullPage: false })
  await page.setViewportSize(wide)
  expect.soft(found.join("\n")).toBe("")
}

/** Adds up the layout shift while a page loads, as browsers do for Cumulative Layout Shift. `shift` reads the sum. */
export async function watchShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) (window as unknown as { shift: number }).shift += entry.value
      }
    }).observe({ type: "layout-shift", buffered: true })
  })
}

export const shift = (page: Page) => page.evaluate(() => (window as unknown as { shift: number }).shift)
