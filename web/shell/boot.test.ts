import { createContext, runInContext } from "node:vm"
import { expect, test } from "vitest"
import { keys } from "../session/keys.ts"
import { bootScript, gateScript, lateScript } from "./boot.ts"

/** As much of a browser as the two scripts touch. */
function browser(stored: Record<string, string> = {}, pathname = "/") {
  const storage = new Map(Object.entries(stored))
  const went: string[] = []
  const heard = new Map<string, ((event: object) => void)[]>()
  const style = new Map<string, string>()
  const listening = (name: string) => ({
    focus: () => went.push(`focus ${name}`),
    addEventListener: (kind: string, run: (event: object) => void) => {
      heard.set(`${name} ${kind}`, [...(heard.get(`${name} ${kind}`) ?? []), run])
    },
  })
  const gate = {
    ...listening("gate"),
    open: false,
    showModal: () => {
      gate.open = true
    },
    close: () => {
      gate.open = false
    },
    querySelector: (selector: string) => listening(selector),
  }
  const html = { dataset: {} as Record<string, string>, style: { setProperty: style.set.bind(style) } }
  const location = {
    pathname,
    hash: "",
    assign: (to: string) => went.push(to),
    replace: (to: string) => went.push(`instead ${to}`),
  }
  const context = createContext({
    document: { documentElement: html, getElementById: () => gate },
    location,
    localStorage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
    },
    sessionStorage: { getItem: () => null },
  })
  runInContext(bootScript, context)
  const fire = (what: string, event: object = {}) => {
    for (const run of heard.get(what) ?? []) run(event)
  }
  return { html, gate, style, storage, went, location, fire, openGate: () => runInContext(gateScript, context) }
}

const profile = (role: string, membership_level = "free") => ({
  [keys.token]: "t",
  [keys.profile]: JSON.stringify({ role, membership_level }),
})

test("a first visitor is a guest in the system's theme, before the gate", () => {
  expect(browser().html.dataset).toEqual({ js: "on", auth: "out" })
})

test("what this browser remembers stands on <html> before first paint", () => {
  const { html, style } = browser({
    ...profile("user", "vip"),
    [keys.theme]: "dark",
    [keys.age]: "true",
    [keys.cartCount]: "3",
  })
  expect(html.dataset).toEqual({
    js: "on",
    auth: "in",
    role: "user",
    level: "vip",
    theme: "dark",
    age: "ok",
    cart: "some",
  })
  expect(style.get("--cart")).toBe('"3"')
})

test("nonsense in the storage breaks nothing", () => {
  const { html, style } = browser({
    [keys.token]: "t",
    [keys.profile]: "{",
    [keys.theme]: "<b>",
    [keys.age]: "yes",
    [keys.cartCount]: "x",
  })
  expect(html.dataset).toEqual({ js: "on", auth: "in" })
  expect(style.size).toBe(0)
})

test("staff are sent from the home page to their own, and only from there", () => {
  expect(browser(profile("admin")).went).toEqual(["instead /admin"])
  expect(browser(profile("moderator")).went).toEqual(["instead /moderator"])
  expect(browser(profile("user")).went).toEqual([])
  expect(browser(profile("admin"), "/models").went).toEqual([])
})

test("the gate stands on every page except /UnderAge and what must be readable before one agrees, however they are written", () => {
  for (const path of ["/", "/models", "/contact", "/terms/more", "/underage/more"]) {
    const page = browser({}, path)
    page.openGate()
    expect(page.gate.open, path).toBe(true)
    expect(page.went, path).toEqual(["focus h1"])
  }
  for (const path of ["/UnderAge", "/underage", "/UNDERAGE/", "/terms", "/privacy", "/Terms/"]) {
    const page = browser({}, path)
    page.openGate()
    expect(page.gate.open, path).toBe(false)
  }
})

test("Enter is remembered and goes to the hero section, but only from the home page", () => {
  const home = browser()
  home.openGate()
  home.fire("[data-enter] click")
  expect(home.storage.get("age_verified")).toBe("true")
  expect([home.gate.open, home.location.hash, home.html.dataset.age]).toEqual([false, "heroSection", "ok"])
  const model = browser({}, "/model/7")
  model.openGate()
  model.fire("[data-enter] click")
  expect([model.gate.open, model.location.hash]).toEqual([false, ""])
  const later = browser({ [keys.age]: "true" })
  later.openGate()
  expect(later.gate.open).toBe(false)
})

test("Exit goes to /UnderAge and nothing is stored", () => {
  const page = browser()
  page.openGate()
  page.fire("[data-exit] click")
  expect(page.went.at(-1)).toBe("/UnderAge")
  expect(page.storage.size).toBe(0)
})

test("neither Escape nor a gesture opens the gate", () => {
  const page = browser()
  page.openGate()
  let prevented = 0
  const preventDefault = () => prevented++
  page.fire("gate cancel", { preventDefault })
  page.fire("gate keydown", { key: "Escape", preventDefault })
  page.fire("gate keydown", { key: "Tab", preventDefault })
  expect(prevented).toBe(2)
  page.gate.close()
  page.fire("gate close")
  expect(page.gate.open).toBe(true)
})

test("the scripts hold nothing that would end them inside a page", () => {
  for (const script of [bootScript, gateScript, lateScript]) expect(script).not.toMatch(/<\/script|<!--/i)
})

/** A page whose modules are set aside, with as much of a window as the late script touches. */
function waitingPage() {
  const link = { rel: "" }
  const made: { type: string; textContent: string; onerror?: () => void }[] = []
  const frames: (() => void)[] = []
  const timers: (() => void)[] = []
  const window = new EventTarget()
  const document = Object.assign(new EventTarget(), {
    querySelectorAll: (what: string) => (what.startsWith("link") ? [link] : [{ textContent: 'import "/a.js"' }]),
    createElement: () => ({ type: "", textContent: "" }),
    head: { append: (script: (typeof made)[number]) => made.push(script) },
  })
  const requestAnimationFrame = (run: () => void) => frames.push(run)
  const setTimeout = (run: () => void) => timers.push(run)
  const given = { document, window, requestAnimationFrame, setTimeout, AbortController, Event }
  runInContext(lateScript, createContext(given))
  const heard = (kind: string, target: object, more: object = {}) => {
    const event = new Event(kind, { cancelable: true })
    Object.defineProperty(event, "target", { value: target })
    window.dispatchEvent(Object.assign(event, more))
    return event.defaultPrevented ? "kept" : "left alone"
  }
  const settle = (queue: (() => void)[]) => {
    while (queue.length > 0) queue.shift()!()
  }
  const hydrate = () => {
    document.dispatchEvent(new Event("hydrated"))
    settle(timers)
  }
  return { link, made, frames, timers, heard, settle, hydrate }
}

/** Something to press, and how often it then was. */
function control(what: { type?: string; inGate?: boolean; isConnected?: boolean } = {}) {
  const attributes = new Map<string, string>()
  const one = {
    type: what.type ?? "button",
    isConnected: what.isConnected ?? true,
    presses: 0,
    click: () => one.presses++,
    attributes,
    setAttribute: (name: string, value: string) => attributes.set(name, value),
    removeAttribute: (name: string) => attributes.delete(name),
    closest: (selector: string) => (selector === "#age-gate" ? (what.inGate ? {} : null) : one),
  }
  return one
}

test.each([
  ["after the first frame", "frames"],
  ["after a second, where nothing is painted", "clock"],
  ["as soon as somebody touches the page", "touch"],
] as const)("modules start %s, and once", (_, by) => {
  const { link, made, frames, timers, heard, settle } = waitingPage()
  expect(made).toHaveLength(0)
  if (by === "touch") heard("pointerdown", control())
  if (by === "frames") {
    settle(frames)
    timers.reverse()
  }
  settle(timers)
  settle(frames)
  settle(timers)
  expect(link.rel).toBe("modulepreload")
  expect(made).toMatchObject([{ type: "module", textContent: 'import "/a.js"' }])
})

test("what is pressed before React is there is kept, shown as busy, and pressed once when it is", () => {
  const page = waitingPage()
  const [add, gone, sent] = [control(), control({ isConnected: false }), control({ type: "submit" })]
  expect([page.heard("click", add), page.heard("click", add)]).toEqual(["kept", "kept"])
  expect(page.heard("click", gone)).toBe("kept")
  const form = { hasAttribute: () => false }
  expect(page.heard("submit", form, { submitter: sent })).toBe("kept")
  expect([add.attributes.get("aria-busy"), add.presses, page.made.length]).toEqual(["true", 0, 1])
  page.hydrate()
  expect([add.presses, gone.presses, sent.presses]).toEqual([1, 0, 1])
  expect(add.attributes.size).toBe(0)
  expect(page.heard("click", add)).toBe("left alone")
})

test("the gate, submit buttons and forms with an address go their own way", () => {
  const page = waitingPage()
  expect(page.heard("click", control({ inGate: true }))).toBe("left alone")
  expect(page.heard("click", control({ type: "submit" }))).toBe("left alone")
  expect(page.heard("click", { closest: () => null })).toBe("left alone")
  expect(page.heard("submit", { hasAttribute: () => true })).toBe("left alone")
})

test("what was typed, chosen or ticked before React is there is told to it", () => {
  const page = waitingPage()
  const told: string[] = []
  const field = { type: "search", value: "bronze", dispatchEvent: ({ type }: Event) => told.push(type) }
  const box = { type: "checkbox", checked: true, click: () => (box.checked = !box.checked) }
  page.heard("input", field)
  page.heard("input", box)
  field.value = ""
  page.hydrate()
  expect([field.value, told]).toEqual(["bronze", ["input", "change"]])
  expect(box.checked).toBe(true)
})

test("when the modules cannot be had, nothing is held back any longer", () => {
  const page = waitingPage()
  const add = control()
  page.heard("click", add)
  page.made[0]!.onerror!()
  expect(add.attributes.size).toBe(0)
  expect(page.heard("click", add)).toBe("left alone")
})
