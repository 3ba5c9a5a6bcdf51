import { createContext, runInContext } from "node:vm"
import { expect, test } from "vitest"
import { keys } from "../../platform/session/keys.ts"
import { bootScript, gateScript, lateScript } from "./inlineScripts.ts"

/** Opens the first tab of a browser that has what the scripts use. */
function browser(stored: Record<string, string> = {}, pathname = "/", own: Record<string, string> = {}) {
  return tabOf(new Map(Object.entries(stored)), new Set())(pathname, own)
}

type Channel = { onmessage?: (event: { data: unknown }) => void }
type Heard = (event: object) => void

const storageOf = (kept: Map<string, string>) => ({
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, String(value)),
  removeItem: (key: string) => kept.delete(key),
})

const tabOf = (storage: Map<string, string>, channels: Set<Channel>) => {
  const open = (pathname = "/", own: Record<string, string> = {}) => {
    const session = new Map(Object.entries(own))
    const went: string[] = []
    const heard = new Map<string, Heard[]>()
    const observers: (() => void)[] = []
    const timers: (() => void)[] = []
    const style = new Map<string, string>()
    const attributes = new Map<string, string>()
    const listening = (name: string) => ({
      addEventListener: (kind: string, run: Heard) => {
        heard.set(`${name} ${kind}`, [...(heard.get(`${name} ${kind}`) ?? []), run])
      },
    })
    const gate = {
      ...listening("gate"),
      open: false,
      isConnected: true,
      showModal: () => {
        gate.open = true
      },
      close: () => {
        gate.open = false
      },
      removeAttribute: () => gate.close(),
      querySelector: () => ({ focus: () => went.push("focus h1") }),
    }
    const body = {
      prepend: () => {
        gate.isConnected = true
      },
    }
    const putBack = (bar: object) => {
      page.bar = bar
    }
    const page = { gate, bar: null as object | null, header: { before: putBack }, sources: [] as { media: string }[] }
    const dataName = (name: string) => `data-${name}`
    const html = {
      dataset: new Proxy({} as Record<string, string | undefined>, {
        get: (_, name) => attributes.get(dataName(String(name))),
        set: (_, name, value) => Boolean(attributes.set(dataName(String(name)), String(value))),
        deleteProperty: (_, name) => attributes.delete(dataName(String(name))) || true,
        has: (_, name) => attributes.has(dataName(String(name))),
        ownKeys: () => [...attributes.keys()].filter((name) => name.startsWith("data-")).map((name) => name.slice(5)),
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      }),
      style: {
        setProperty: (name: string, value: string) => {
          style.set(name, value)
          attributes.set("style", [...style].map((one) => one.join(":")).join(";"))
        },
      },
      get attributes() {
        return [...attributes].map(([name, value]) => ({ name, value }))
      },
      hasAttribute: (name: string) => attributes.has(name),
      setAttribute: (name: string, value: string) => attributes.set(name, value),
    }
    const [path = "", search] = pathname.split("?")
    const location = {
      pathname: path,
      search: search === undefined ? "" : `?${search}`,
      hash: "",
      assign: (to: string) => went.push(to),
      replace: (to: string) => went.push(`instead ${to}`),
    }
    const channel: Channel & { postMessage?: (data: unknown) => void } = {
      postMessage: (data) => {
        for (const other of [...channels]) if (other !== channel) other.onmessage?.({ data })
      },
    }
    const context = createContext({
      ...listening("window"),
      document: {
        ...listening("document"),
        documentElement: html,
        body,
        getElementById: (id: string) => (id === "age-gate" ? page.gate : page.bar),
        querySelector: () => page.header,
        getElementsByTagName: () => page.sources,
      },
      location,
      localStorage: storageOf(storage),
      sessionStorage: storageOf(session),
      matchMedia: () => ({ matches: false }),
      MutationObserver: class {
        constructor(run: () => void) {
          observers.push(run)
        }
        observe() {}
      },
      BroadcastChannel: class {
        constructor() {
          channels.add(channel)
          // biome-ignore lint/correctness/noConstructorReturn: all instances share the channel
          return channel
        }
      },
      StorageEvent: class {
        constructor(type: string, given: object) {
          Object.assign(this, { type }, given)
        }
      },
      setTimeout: (run: () => void) => timers.push(run),
      URLSearchParams,
    })
    const told: string[] = []
    Object.assign(context, {
      window: Object.assign(context, { dispatchEvent: ({ key }: { key: string }) => told.push(key) }),
    })
    const { dataset } = html
    runInContext(bootScript, context)
    const fire = (what: string, event: object = {}) => {
      for (const run of heard.get(what) ?? []) run(event)
    }
    const press = (selector: string, more: object = {}) => {
      const target = { closest: (wanted: string) => (wanted === selector ? target : null), ...more }
      for (const who of ["gate", "document"]) fire(`${who} click`, { target })
      return target as typeof target & { href?: string }
    }
    /** Does what React does after a hydration mismatch. */
    const drawAnew = () => {
      attributes.clear()
      gate.isConnected = false
      page.bar = null
      for (const run of observers) run()
    }
    const openGate = () => runInContext(gateScript, context)
    const settle = () => {
      for (const run of observers) run()
    }
    const { tabs, handover } = context as { tabs?: typeof channel; handover?: Promise<void> }
    const close = () => void channels.delete(channel)
    const known = { html, dataset, page, style, storage, session, went, told, location, timers, tabs, handover }
    return { ...known, fire, press, drawAnew, settle, openGate, close }
  }
  return open
}

const profile = (role: string, membership_level = "free") => ({
  [keys.token]: "t",
  [keys.profile]: JSON.stringify({ role, membership_level }),
})

test("a first visitor is a guest in the system's theme, before the gate", () => {
  expect(browser().html.dataset).toEqual({ js: "on", auth: "out" })
})

test("stored values are on <html> before first paint", () => {
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

test("a guest's count is that of the guest's cart, whatever an account has left", () => {
  const cart = JSON.stringify([
    { doll_id: 1, quantity: 2 },
    { doll_id: 2, quantity: 1 },
  ])
  expect(browser({ [keys.cartCount]: "7" }).html.dataset.cart).toBeUndefined()
  expect(browser({ [keys.cartCount]: "7", [keys.cart]: cart }).style.get("--cart")).toBe('"3"')
})

test("invalid values in the storage break nothing", () => {
  const { html, style } = browser({
    [keys.token]: "t",
    [keys.profile]: "{",
    [keys.theme]: "<b>",
    [keys.age]: "yes",
    [keys.cartCount]: "x",
  })
  expect(html.dataset).toEqual({ js: "on", auth: "in" })
  expect(style.size).toBe(0)
  expect(browser({ [keys.cart]: "{" }).html.dataset).toEqual({ js: "on", auth: "out" })
})

test("staff are redirected from the home page to their own, and only from there", () => {
  expect(browser(profile("admin")).went).toEqual(["instead /admin"])
  expect(browser(profile("moderator")).went).toEqual(["instead /moderator"])
  expect(browser(profile("user")).went).toEqual([])
  expect(browser(profile("admin"), "/models").went).toEqual([])
})

test("a conversation is expected where its address and the remembered user say so, and an open one stays open", () => {
  const roomOf = (who: Record<string, string>, path: string) => browser(who, path).dataset.room
  expect(roomOf(profile("user", "vip"), "/chat?room=7")).toBe("expected")
  expect(roomOf(profile("user", "vip"), "/model-chat/7")).toBe("expected")
  expect(roomOf(profile("moderator"), "/moderator?queue=unread&room=7")).toBe("expected")
  for (const path of ["/chat", "/chat?room=x", "/moderator?room=7", "/models?room=7"])
    expect(roomOf(profile("user", "vip"), path)).toBeUndefined()
  expect(roomOf(profile("user"), "/chat?room=7")).toBeUndefined()
  expect(roomOf(profile("admin"), "/moderator?room=7")).toBeUndefined()
  expect(roomOf({}, "/chat?room=7")).toBeUndefined()

  const tab = browser(profile("user", "vip"), "/chat?room=7")
  tab.dataset.room = ""
  tab.tabs!.onmessage!({ data: { kept: ["t", profile("user", "vip")[keys.profile]!, null], all: true } })
  expect(tab.dataset.room).toBe("")
})

test("the gate covers every page except /UnderAge and the legal pages, in any spelling", () => {
  for (const path of ["/", "/models", "/contact", "/terms/more", "/underage/more"]) {
    const tab = browser({}, path)
    tab.openGate()
    expect(tab.page.gate.open, path).toBe(true)
    expect(tab.went, path).toEqual(["focus h1"])
  }
  for (const path of [
    "/UnderAge",
    "/underage",
    "/UNDERAGE/",
    "/terms",
    "/privacy",
    "/accessibility",
    "/imprint",
    "/Terms/",
  ]) {
    const tab = browser({}, path)
    tab.openGate()
    expect(tab.page.gate.open, path).toBe(false)
    // A client-side navigation leaves the page without a gate.
    tab.location.pathname = "/models"
    tab.fire("document arrive")
    expect(tab.page.gate.open, path).toBe(true)
  }
})

test("Enter is stored and scrolls to the hero section, but only on the home page", () => {
  const home = browser()
  home.openGate()
  home.press("[data-enter]")
  expect(home.storage.get("age_verified")).toBe("true")
  expect([home.page.gate.open, home.location.hash, home.dataset.age]).toEqual([false, "heroSection", "ok"])
  const model = browser({}, "/model/7")
  model.openGate()
  model.press("[data-enter]")
  expect([model.page.gate.open, model.location.hash]).toEqual([false, ""])
  const later = browser({ [keys.age]: "true" })
  later.openGate()
  expect(later.page.gate.open).toBe(false)
})

test("Exit leads to /UnderAge and nothing is stored", () => {
  const tab = browser()
  tab.openGate()
  tab.press("[data-exit]")
  expect(tab.went.at(-1)).toBe("/UnderAge")
  expect(tab.storage.size).toBe(0)
})

test("neither Escape nor a gesture opens the gate", () => {
  const tab = browser()
  tab.openGate()
  let prevented = 0
  const preventDefault = () => prevented++
  tab.fire("gate cancel", { preventDefault })
  tab.fire("gate keydown", { key: "Escape", preventDefault })
  tab.fire("gate keydown", { key: "Tab", preventDefault })
  expect(prevented).toBe(2)
  tab.page.gate.close()
  tab.fire("gate close")
  expect(tab.page.gate.open).toBe(true)
})

test("when React renders from scratch, <html> keeps its attributes; gate and announcement are shown again", () => {
  const tab = browser({ ...profile("user", "vip"), [keys.theme]: "dark" }, "/models")
  tab.openGate()
  const announcement = {}
  tab.page.bar = announcement
  tab.settle()
  const before = { ...tab.dataset }
  tab.drawAnew()
  expect({ ...tab.dataset }).toEqual(before)
  expect(tab.html.hasAttribute("style")).toBe(tab.style.size > 0)
  expect([tab.page.gate.open, tab.page.bar]).toEqual([true, announcement])
  tab.press("[data-enter]")
  expect([tab.page.gate.open, tab.dataset.age]).toEqual([false, "ok"])
  tab.settle()
  tab.drawAnew()
  expect([tab.page.gate.open, tab.dataset.age]).toEqual([false, "ok"])
})

test("the theme's button changes the theme without React, and other tabs follow", () => {
  const tab = browser()
  tab.press("[data-theme-switch]")
  expect([tab.dataset.theme, tab.storage.get("theme")]).toEqual(["dark", "dark"])
  tab.press("[data-theme-switch]")
  expect([tab.dataset.theme, tab.storage.get("theme")]).toEqual(["light", "light"])
  tab.fire("window storage", { key: "theme", newValue: "dark" })
  expect(tab.dataset.theme).toBe("dark")
  tab.fire("window storage", { key: null, newValue: null })
  expect(tab.dataset.theme).toBeUndefined()
})

test("pictures follow the system's theme until a theme is chosen", () => {
  const system = "(prefers-color-scheme: dark)"
  const tab = browser()
  const [dark, day] = [{ media: system }, { media: "" }]
  tab.page.sources = [dark, day]
  for (const [theme, media] of [
    ["dark", "all"],
    ["light", "not all"],
    [null, system],
  ]) {
    tab.fire("window storage", { key: "theme", newValue: theme })
    tab.settle()
    expect([dark.media, day.media]).toEqual([media, ""])
  }
})

test("the header's sign-in link leads back to the current page, with its search", () => {
  const tab = browser({}, "/models")
  tab.location.search = "?page=2"
  expect(tab.press("a[data-login]").href).toBe("/login?next=%2Fmodels%3Fpage%3D2")
  for (const path of ["/", "/reset-password", "/invitation", "/newsletter/confirm"]) {
    expect(browser({}, path).press("a[data-login]").href, path).toBe("/login")
  }
  const login = browser({}, "/login")
  login.location.search = "?next=%2Fchat"
  expect(login.press("a[data-login]").href).toBe("/login?next=%2Fchat")
})

test("before hydration, the links of a sign-in page pass the return address on, once", () => {
  const login = browser({}, "/login")
  expect(login.press("a[data-next]", { href: "/forgot-password" }).href).toBe("/forgot-password")
  login.location.search = "?next=%2Fmodels%3Fpage%3D2"
  expect(login.press("a[data-next]", { href: "/forgot-password" }).href).toBe(
    "/forgot-password?next=%2Fmodels%3Fpage%3D2",
  )
  const register = login.press("a[data-next]", { href: "/login?mode=register" })
  expect(register.href).toBe("/login?mode=register&next=%2Fmodels%3Fpage%3D2")
  expect(login.press("a[data-next]", { href: register.href }).href).toBe(register.href)
})

test("a new tab gets its session only from another one: it ends with the last of them", async () => {
  const open = tabOf(new Map(), new Set())
  const hint = JSON.stringify({ role: "user", membership_level: "vip", full_name: "Mara" })
  const first = open("/models", { access_token: "one", profile_hint: hint, cart_count: "3" })
  const second = open("/chat")
  expect({ ...second.dataset }).toEqual({ js: "on", auth: "in", role: "user", level: "vip", cart: "some" })
  expect(second.session.get("access_token")).toBe("one")
  expect(second.storage.size).toBe(0)
  expect(second.told).toEqual(["access_token"])
  await second.handover
  first.close()
  const third = open("/")
  expect(third.dataset.auth).toBe("in")
  second.close()
  third.close()
  const later = open("/")
  expect(later.dataset.auth).toBe("out")
  let isKnown = false
  void later.handover?.then(() => {
    isKnown = true
  })
  await Promise.resolve()
  expect(isKnown).toBe(false)
  for (const run of later.timers) run()
  await later.handover
})

test("a sign-in or sign-out in one tab applies to all; a session is not replaced by another user's", () => {
  const open = tabOf(new Map(), new Set())
  const [here, there, other] = [open("/models"), open("/models"), open("/models", { access_token: "its own" })]
  here.tabs!.postMessage!({ kept: ["new", null, null], all: true })
  expect([there.session.get("access_token"), there.dataset.auth]).toEqual(["new", "in"])
  expect(other.session.get("access_token")).toBe("new")
  here.tabs!.postMessage!({ left: "an old one" })
  expect(there.session.get("access_token")).toBe("new")
  here.tabs!.postMessage!({ left: "new" })
  expect([there.session.has("access_token"), there.dataset.auth]).toEqual([false, "out"])
})

test("the scripts contain nothing that would end them inside a page", () => {
  for (const script of [bootScript, gateScript, lateScript]) expect(script).not.toMatch(/<\/script|<!--/i)
})

/** A page with deferred modules, and the parts of a window that the late script uses. */
function waitingPage(times: { dateTime: string; textContent?: string }[] = [], picture: EventTarget | null = null) {
  const link = { rel: "" }
  const made: { type: string; textContent: string; onerror?: () => void }[] = []
  const paints: (() => void)[] = []
  const timers: (() => void)[] = []
  const window = new EventTarget()
  const document = Object.assign(new EventTarget(), {
    querySelector: () => picture,
    querySelectorAll: (what: string) =>
      what.startsWith("time") ? times : what.startsWith("link") ? [link] : [{ textContent: 'import "/a.js"' }],
    createElement: () => ({ type: "", textContent: "" }),
    head: { append: (script: (typeof made)[number]) => made.push(script) },
  })
  class PerformanceObserver {
    run: () => void
    constructor(run: () => void) {
      this.run = run
    }
    observe() {
      paints.push(this.run)
    }
  }
  const setTimeout = (run: () => void) => timers.push(run)
  const navigator = { languages: ["de-DE", "en-GB"] }
  const given = { document, window, navigator, PerformanceObserver, setTimeout, AbortController, Event }
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
  return { link, made, paints, timers, heard, settle, hydrate }
}

/** A button and its number of clicks. */
function control(what: { type?: string; inGate?: boolean; isConnected?: boolean; form?: object } = {}) {
  const attributes = new Map<string, string>()
  const one = {
    type: what.type ?? "button",
    isConnected: what.isConnected ?? true,
    presses: 0,
    click: () => one.presses++,
    attributes,
    setAttribute: (name: string, value: string) => attributes.set(name, value),
    removeAttribute: (name: string) => attributes.delete(name),
    closest: (selector: string) => {
      if (selector === "form") return what.form ?? null
      return selector.startsWith("#age-gate") ? (what.inGate ? {} : null) : one
    },
  }
  return one
}

test.each([
  ["after the first paint", "paint"],
  ["after two seconds, where nothing is painted", "clock"],
  ["as soon as somebody touches the page", "touch"],
] as const)("modules start %s, and once", (_, by) => {
  const { link, made, paints, timers, heard, settle } = waitingPage()
  expect(made).toHaveLength(0)
  if (by === "touch") heard("pointerdown", control())
  if (by === "paint") settle(paints)
  if (by === "clock") settle(timers)
  expect(made).toHaveLength(1)
  settle(timers)
  settle(paints)
  expect(link.rel).toBe("modulepreload")
  expect(made).toMatchObject([{ type: "module", textContent: 'import "/a.js"' }])
})

test.each(["load", "error"])("modules leave the line to the page's first picture until its %s", (end) => {
  const picture = new EventTarget()
  const { made, paints, timers, settle } = waitingPage([], picture)
  settle(paints)
  expect(made).toHaveLength(0)
  picture.dispatchEvent(new Event(end))
  expect(made).toHaveLength(1)
  settle(timers)
  expect(made).toHaveLength(1)
})

test("clicks from before hydration are kept, shown as busy, and replayed once", () => {
  const page = waitingPage()
  const form = { hasAttribute: () => false }
  const [add, gone, sent] = [control(), control({ isConnected: false }), control({ type: "submit", form })]
  expect([page.heard("click", add), page.heard("click", add)]).toEqual(["kept", "kept"])
  expect(page.heard("click", gone)).toBe("kept")
  expect(page.heard("submit", form, { submitter: sent })).toBe("kept")
  expect([add.attributes.get("aria-busy"), add.presses, page.made.length]).toEqual(["true", 0, 1])
  Object.assign(form, { __reactProps$x: {} })
  page.hydrate()
  expect([add.presses, gone.presses, sent.presses]).toEqual([1, 0, 1])
  expect(add.attributes.size).toBe(0)
  expect(page.heard("click", add)).toBe("left alone")
})

test("a form of a part that hydrates after the page is held until then, also when it is sent in between", () => {
  const page = waitingPage()
  page.hydrate()
  const form = { hasAttribute: () => false }
  const sent = control({ type: "submit", form })
  expect(page.heard("submit", form, { submitter: sent })).toBe("kept")
  page.timers.shift()!()
  expect([sent.presses, sent.attributes.get("aria-busy")]).toEqual([0, "true"])
  Object.assign(form, { __reactProps$x: {} })
  page.settle(page.timers)
  expect([sent.presses, sent.attributes.size]).toEqual([1, 0])
  expect(page.heard("submit", form, { submitter: sent })).toBe("left alone")
})

test("the gate, submit buttons and forms with a URL are not intercepted", () => {
  const page = waitingPage()
  expect(page.heard("click", control({ inGate: true }))).toBe("left alone")
  expect(page.heard("click", control({ type: "submit" }))).toBe("left alone")
  expect(page.heard("click", { closest: () => null })).toBe("left alone")
  expect(page.heard("submit", { hasAttribute: () => true })).toBe("left alone")
})

test("input, selections and checkboxes from before hydration are passed to React", () => {
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

test("dates that the server rendered in UTC are in the viewer's time zone and English before anything is painted", () => {
  const times = [{ dateTime: "2026-11-22T23:30:00.000Z", textContent: "" }]
  waitingPage(times)
  const own = new Intl.DateTimeFormat("en-GB", { dateStyle: "long" }).format(new Date(times[0]!.dateTime))
  expect(times[0]!.textContent).toBe(own)
})

test("when the modules cannot be loaded, nothing is held back any longer", () => {
  const page = waitingPage()
  const add = control()
  page.heard("click", add)
  page.made[0]!.onerror!()
  expect(add.attributes.size).toBe(0)
  expect(page.heard("click", add)).toBe("left alone")
})
