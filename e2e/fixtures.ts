import { createHash } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from "@playwright/test"
import type axeCore from "axe-core"
import { openSite, type Site } from "./site.ts"
import type { Prepared } from "./template.ts"

export { expect, type Page }

/** axe-core, minified because it is injected into every page that is examined. */
const axeSource = readFileSync("node_modules/axe-core/axe.min.js", "utf8")

export const prepared = () => JSON.parse(process.env.PREPARED_SHOPS!) as Prepared

type Fixtures = {
  /** Announces a console error that the journey causes, by its text or address. */
  expectConsole: (pattern: RegExp) => void
  /** Opens a page in another browser, for a second person or device. It is watched like `page`. */
  anotherPage: (options?: BrowserContextOptions) => Promise<Page>
  watch: (context: BrowserContext) => Promise<void>
  expected: RegExp[]
}

type WorkerFixtures = { site: Site; movable: boolean; embedded: boolean; settings: Record<string, string> }

/** Journeys fail on any CSP violation, uncaught error or console error that they have not announced. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  /** Whether the shop's clock can be moved. Such a shop is started for the file that requests it. */
  movable: [false, { option: true, scope: "worker" }],
  /** Whether the shop has the embedded database even where PostgreSQL is installed. */
  embedded: [false, { option: true, scope: "worker" }],
  /** Environment variables of a shop that is started for this file. */
  settings: [{}, { option: true, scope: "worker" }],
  site: [
    async ({ movable, embedded, settings }, use, { parallelIndex }) => {
      const { template, sites } = prepared()
      const running = sites[parallelIndex]
      if (running && !movable && !embedded && Object.keys(settings).length === 0) {
        const command = () => Promise.reject(new Error("The clock of a shop that journeys share cannot be moved"))
        return use({ ...running, log: () => readFileSync(running.logFile, "utf8"), command })
      }
      const fits = template.databaseUrl === null || !embedded
      const site = await openSite({ movable, settings, template: fits ? template : null })
      await use(site)
      await site.close()
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: ({ site }, use) => use(site.url),
  expected: ({ browserName: _ }, use) => use([]),
  expectConsole: ({ expected }, use) => use((pattern) => void expected.push(pattern)),
  watch: async ({ site, expected }, use, info) => {
    const logged = site.log().length
    const found: string[] = []
    await use((context) => watchContext(context, (problem) => found.push(problem)))
    if (info.status !== info.expectedStatus) {
      await info.attach("server.log", { body: site.log().slice(logged) })
      if (found.length > 0) console.log(found.join("\n"))
    }
    const unexpected = found.filter((problem) => isGrave(problem) || !expected.some((pattern) => pattern.test(problem)))
    expect(unexpected, "problems the browser reported").toEqual([])
  },
  context: async ({ context, watch }, use) => {
    await watch(patient(context))
    await use(context)
  },
  page: async ({ page }, use, info) => {
    await use(page)
    // A reader of the output of a run sees what the page showed, without its picture.
    if (info.status !== info.expectedStatus && !page.isClosed()) {
      const shown = await page.locator("main, dialog[open]").allInnerTexts().catch(String)
      console.log(`${page.url()}\n${String(shown).replace(/\s+/g, " ").slice(0, 1_500)}`)
    }
    // A response that a journey is still changing at its end is not a failure.
    if (!page.isClosed()) await page.unrouteAll({ behavior: "ignoreErrors" })
  },
  anotherPage: async ({ browser, watch }, use) => {
    const opened: BrowserContext[] = []
    await use(async (options) => {
      const context = patient(await browser.newContext(options))
      opened.push(context)
      await watch(context)
      return context.newPage()
    })
    await Promise.all(opened.map((context) => context.close()))
  },
})

/** Confirms the age gate, if it is open. If no page is open, it opens the home page first. */
export async function passAgeGate(page: Page): Promise<void> {
  if (page.url() === "about:blank") await page.goto("/")
  const enter = page.getByRole("button", { name: "I am 18 years and older - Enter" })
  await enter.click()
  await expect(enter).toBeHidden()
}

/** Signs in with the form, and waits until the login page is left. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/login")
  const gate = page.getByRole("button", { name: "I am 18 years and older - Enter" })
  if (await gate.isVisible()) await passAgeGate(page)
  const card = page.locator("form", { has: page.getByLabel("Password", { exact: true }) })
  await card.getByLabel("Email").fill(email)
  await card.getByLabel("Password", { exact: true }).fill(password)
  await card.getByRole("button", { name: "Sign In" }).click()
  await page.waitForURL((url) => url.pathname !== "/login")
}

/**
 * Fails with one line for each violation; `within` limits the check to a part of the page. Pages of the same structure
 * are examined once per run, in each theme and at each width.
 */
export async function axe(page: Page, within?: string): Promise<void> {
  await settle(page)
  const key = createHash("sha256")
    .update(await page.evaluate(structureOf, within ?? "html"))
    .digest("hex")
  const examined = join(prepared().examined, key)
  if (existsSync(examined)) return
  // @axe-core/playwright is not used: it transfers every node that passed, which takes five times as long.
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(axeSource)
  const lines = await page.evaluate(async (within) => {
    const { axe } = window as unknown as { axe: typeof axeCore }
    const { violations } = await axe.run(within ?? document, {
      resultTypes: ["violations"],
      preload: false,
      // A rule of WCAG 2.2, off by default. axe takes elements behind an open popover for ones in front of it.
      rules: { "target-size": { enabled: document.querySelector(":popover-open") === null } },
    })
    return violations.flatMap(({ id, impact, help, nodes }) =>
      nodes.map((node) => `${id} (${impact}): ${help}\n  ${node.target.join(" ")}\n  ${node.failureSummary}`),
    )
  }, within)
  expect(lines, `accessibility of ${page.url()}`).toEqual([])
  writeFileSync(examined, "")
}

/**
 * Everything that axe judges a page by, as text: the elements with their classes, styles and states, whether they have
 * a text and a name, the theme, the shop's colours and the width. Repeated parts, such as rows of a list, count once.
 */
function structureOf(within: string): string {
  const words = new Set(["alt", "title", "placeholder", "value", "href", "src", "for", "name"])
  const isWord = (name: string) => words.has(name) || /^aria-(label|labelledby|describedby)$/.test(name)
  const isNumber = (name: string) => /^(id|srcset|sizes|aria-(controls|owns|value.*))$/.test(name)
  const attribute = ({ name, value }: Attr) =>
    isNumber(name) ? "" : isWord(name) ? `${name}${value.trim() === ""}` : `${name}=${value}`
  const shape = (one: Element): string => {
    if (!one.checkVisibility()) return ""
    const parts = [...one.childNodes].map((child) =>
      child instanceof Element ? shape(child) : child.textContent?.trim() ? "text" : "",
    )
    return `<${one.tagName} ${[...one.attributes].map(attribute).sort().join(" ")}>${[...new Set(parts)].join("")}`
  }
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches
  // A shop with colours of its own has the same structure, and has to be examined again.
  const style = document.querySelector("head > style")?.textContent
  return [isDark, innerWidth, style, ...[...document.querySelectorAll(within)].map(shape)].join("\n")
}

/** Checks a page in both themes without reloading it. With a name, it takes a picture of each. */
export async function axeInBothThemes(page: Page, name?: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme })
    await axe(page)
    if (name) await shot(page, `${name}-${colorScheme}`)
  }
}

/** With SHOTS=1, saves a picture of the page, or of the visible part, to test-results/shots. */
export async function shot(page: Page, name: string, { fullPage = true } = {}): Promise<void> {
  if (!process.env.SHOTS) return
  await settle(page)
  const project = test.info().project.name
  await page.screenshot({ path: `test-results/shots/${name}.${project}.png`, fullPage })
}

/** Waits for fonts, data and transitions, because a colour halfway through a fade has no valid contrast. */
async function settle(page: Page): Promise<void> {
  // A page that stays busy, because an answer is held back on purpose, is examined as it is.
  const loaded = page.waitForFunction(() => !document.querySelector('main [aria-busy="true"]'), null, {
    timeout: 5_000,
  })
  await loaded.catch(() => {})
  await page.evaluate(async () => {
    await document.fonts.ready
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
    const timeout = new Promise((resolve) => setTimeout(resolve, 2_000))
    await Promise.race([Promise.allSettled(ending.map((animation) => animation.finished)), timeout])
  })
}

/**
 * Opening or reloading a page waits until React handles events, so that a journey is the same on a slow machine. A
 * journey about the time before that opens the page with `waitUntil: "commit"`.
 */
function patient(context: BrowserContext): BrowserContext {
  const newPage = context.newPage.bind(context)
  context.newPage = async () => {
    const page = await newPage()
    const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
    page.goto = async (path, options) => {
      const answer = await goto(path, options)
      if (options?.waitUntil !== "commit") await listening(page)
      return answer
    }
    page.reload = async (options) => {
      const answer = await reload(options)
      await listening(page)
      return answer
    }
    return page
  }
  return context
}

async function listening(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (!("__reactRouterContext" in window)) return true
    const parts = [...document.querySelectorAll("header, main")]
    return parts.length > 0 && parts.every((part) => Object.keys(part).some((key) => key.startsWith("__react")))
  })
}

const GRAVE = ["CSP violation:", "Uncaught error:"]

function isGrave(problem: string): boolean {
  return GRAVE.some((kind) => problem.startsWith(kind))
}

async function watchContext(context: BrowserContext, report: (problem: string) => void): Promise<void> {
  await context.exposeBinding("reportViolation", (_source, text: string) => report(`CSP violation: ${text}`))
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event
      const text = `${effectiveDirective} blocked ${blockedURI} ${sample} on ${location.href} (${sourceFile}:${lineNumber})`
      const { reportViolation } = window as unknown as { reportViolation: (text: string) => void }
      reportViolation(text)
    })
  })
  context.on("weberror", (event) => report(`Uncaught error: ${event.error().stack ?? event.error().message}`))
  context.on("console", (message) => {
    if (message.type() === "error") report(`Console error: ${message.text()} (${message.location().url})`)
  })
}
