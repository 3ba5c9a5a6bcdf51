import { AsyncLocalStorage } from "node:async_hooks"
import { vi } from "vitest"
import WebSocket from "ws"
import { membershipTexts } from "#contract/buyingText.ts"
import type { ChatMessage, ServerFrame } from "#contract/chat.ts"
import { type FaultProxy, faultProxy } from "#test/faultProxy.ts"
import type { TestPerson } from "#test/shop.ts"
import { type Conversation, openConversation, type View } from "#web/people/chat/conversation.ts"
import { maxRetries, type Outgoing } from "#web/people/chat/outbox.ts"
import { keys } from "#web/platform/session/keys.ts"
import { type AccountWitness, openAccount } from "./account.ts"

/** How much faster the pages' clocks run by default. A dead connection is detected after 2.5 s instead of 25. */
export const pace = 10

/** A socket as seen by the page. */
export interface SocketLog {
  openedAt: number
  frames: { at: number; frame: ServerFrame }[]
  /** True if the page has closed it, so that later frames from the server do not count. */
  left: boolean
  code: number | null
  closedAt: number
}

/** The storage shared by all tabs of a person's browser. */
export type Storage = Map<string, string>

export interface Tab {
  readonly proxy: FaultProxy
  /** The sockets of each page of the tab, oldest first. A reload begins a new list. */
  readonly pages: SocketLog[][]
  readonly view: View
  /** Values that should only rise, but have fallen. */
  readonly faults: string[]
  /** The messages of all successful uploads. */
  readonly uploaded: readonly ChatMessage[]
  /** The account socket of this page. */
  readonly account: AccountWitness
  /** The times at which its network came back. */
  readonly cameOnline: readonly number[]
  send(text: string): string | null
  /** Runs an action on the page, as its user would. */
  act<T>(what: (page: Conversation) => T): T
  /** Reads everything up to this message. The page sends its mark again until the server confirms it. */
  read(messageId: number): void
  /** The newest message that this page has read since it was loaded, or 0. */
  readonly readUpTo: number
  reload(): void
  goOffline(): void
  comeOnline(): void
  /** Does what a user does when nothing arrives: focuses the tab and retries. */
  nudge(): void
  close(): Promise<void>
}

interface Browser {
  proxy: FaultProxy
  storage: Storage
  page: EventTarget & { visibilityState: string; documentElement: object }
  network: { onLine: boolean }
  sockets: SocketLog[]
  open: Set<WebSocket>
  uploaded: ChatMessage[]
  cameOnline: number[]
  pace: number
}

const browsers = new AsyncLocalStorage<Browser>()
const here = () => browsers.getStore()!

/** Installs globals of a browser that act for the tab whose code is running. Code outside a tab is not affected. */
export function installBrowsers(): () => void {
  const real = { fetch, setTimeout, setInterval, timeout: AbortSignal.timeout }
  const quick = (milliseconds = 0) => milliseconds / (browsers.getStore()?.pace ?? 1)
  const storage = {
    getItem: (name: string) => here().storage.get(name) ?? null,
    setItem: (name: string, value: string) => void here().storage.set(name, value),
    removeItem: (name: string) => void here().storage.delete(name),
  }
  const own = <T extends object>(find: () => T) =>
    new Proxy({} as T, {
      get: (_, name) => {
        const value = Reflect.get(find(), name)
        return typeof value === "function" ? value.bind(find()) : value
      },
    })
  const nothing = { dataset: {}, style: { setProperty() {}, removeProperty() {} } }
  vi.stubGlobal("localStorage", storage)
  vi.stubGlobal("sessionStorage", { ...storage, getItem: () => null })
  vi.stubGlobal(
    "document",
    own(() => browsers.getStore()?.page ?? { documentElement: nothing }),
  )
  vi.stubGlobal(
    "navigator",
    own(() => browsers.getStore()?.network ?? { onLine: true }),
  )
  vi.stubGlobal(
    "location",
    own(() => ({ origin: here().proxy.url })),
  )
  vi.stubGlobal("addEventListener", (name: string, heard: () => void) => here().page.addEventListener(name, heard))
  vi.stubGlobal("removeEventListener", (name: string, heard: () => void) =>
    here().page.removeEventListener(name, heard),
  )
  vi.stubGlobal("WebSocket", PageSocket)
  vi.stubGlobal("XMLHttpRequest", PageRequest)
  vi.stubGlobal("fetch", (address: string, options: RequestInit) => {
    const browser = browsers.getStore()
    if (!browser) return real.fetch(address, options)
    if (!browser.network.onLine) return Promise.reject(new TypeError("offline"))
    return real.fetch(browser.proxy.url + address, options)
  })
  vi.stubGlobal("setTimeout", (run: () => void, ms?: number, ...more: []) => real.setTimeout(run, quick(ms), ...more))
  vi.stubGlobal("setInterval", (run: () => void, ms?: number, ...more: []) => real.setInterval(run, quick(ms), ...more))
  AbortSignal.timeout = (ms) => real.timeout.call(AbortSignal, Math.ceil(quick(ms)))
  return () => {
    AbortSignal.timeout = real.timeout
    vi.unstubAllGlobals()
  }
}

/** A browser's WebSocket for pages, with a log. */
class PageSocket {
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  readonly #ws: WebSocket
  readonly #log: SocketLog = { openedAt: performance.now(), frames: [], left: false, code: null, closedAt: 0 }

  constructor(url: string) {
    const browser = here()
    this.#ws = new WebSocket(url, { origin: browser.proxy.url })
    browser.sockets.push(this.#log)
    browser.open.add(this.#ws)
    const within = (act: () => void) => () => browsers.run(browser, act)
    this.#ws.on("error", () => {})
    this.#ws.on(
      "open",
      within(() => this.onopen?.()),
    )
    this.#ws.on("message", (data) => {
      const text = String(data)
      if (!this.#log.left) this.#log.frames.push({ at: performance.now(), frame: JSON.parse(text) })
      within(() => this.onmessage?.({ data: text }))()
    })
    this.#ws.on("close", (code) => {
      browser.open.delete(this.#ws)
      this.#log.code = code
      this.#log.closedAt = performance.now()
      within(() => this.onclose?.({ code }))()
    })
  }

  get readyState(): number {
    return this.#ws.readyState
  }

  send(text: string): void {
    this.#ws.send(text, () => {})
  }

  close(code: number): void {
    this.#log.left = true
    if (this.#ws.readyState === WebSocket.CONNECTING) this.#ws.terminate()
    else this.#ws.close(code)
  }
}

/** A browser's XMLHttpRequest, for uploads by pages. */
class PageRequest {
  timeout = 0
  status = 0
  responseText = ""
  upload = { onprogress: null as ((event: object) => void) | null }
  onload: (() => void) | null = null
  onerror: (() => void) | null = null
  ontimeout: (() => void) | null = null
  onabort: ((event: object) => void) | null = null
  readonly #end = new AbortController()
  readonly #headers = new Headers()
  #answer: Headers | null = null
  #what = ["", ""]

  open(...what: string[]): void {
    this.#what = what
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value)
  }

  getResponseHeader(name: string): string | null {
    return this.#answer?.get(name) ?? null
  }

  abort(): void {
    this.#end.abort()
  }

  async send(form: FormData): Promise<void> {
    const { uploaded } = here()
    let isLate = false
    const late = setTimeout(() => {
      isLate = true
      this.#end.abort()
    }, this.timeout)
    try {
      // Browsers send a Content-Length, by which a proxy that retries knows where the body ends.
      const whole = new Response(form)
      this.#headers.set("content-type", whole.headers.get("content-type")!)
      const body = Buffer.from(await whole.arrayBuffer())
      this.upload.onprogress?.({ lengthComputable: true, loaded: body.length / 2, total: body.length })
      const [method, path] = this.#what as [string, string]
      const answer = await fetch(path, { method, headers: this.#headers, body, signal: this.#end.signal })
      this.#answer = answer.headers
      this.responseText = await answer.text()
      this.status = answer.status
    } catch {
      if (isLate) this.ontimeout?.()
      else if (this.#end.signal.aborted) this.onabort?.({})
      else this.onerror?.()
      return
    } finally {
      clearTimeout(late)
    }
    if (this.status < 300) uploaded.push(JSON.parse(this.responseText))
    this.onload?.()
  }
}

/** True if the shop refused the message and would refuse it again. */
export const isRefused = ({ state, detail }: Outgoing) => state === "failed" && detail === membershipTexts.used

/** Opens a tab in which `person` has the room open. `target` returns the address of new connections. */
export async function openTab(
  person: TestPerson & { role: string },
  roomId: number,
  storage: Storage,
  target: () => string,
  clock = pace,
): Promise<Tab> {
  const documentElement = { dataset: {}, style: { setProperty() {}, removeProperty() {} } }
  const page = Object.assign(new EventTarget(), { visibilityState: "visible", documentElement })
  const browser: Browser = {
    proxy: await faultProxy(target),
    storage,
    page,
    network: { onLine: true },
    sockets: [],
    open: new Set(),
    uploaded: [],
    cameOnline: [],
    pace: clock,
  }
  const account = openAccount(person, () => browser.proxy.url)
  storage.set(keys.token, person.token)
  const pages: SocketLog[][] = []
  const faults: string[] = []
  let conversation: Conversation
  let end: () => void
  let readUpTo = 0
  load()
  return {
    proxy: browser.proxy,
    pages,
    faults,
    uploaded: browser.uploaded,
    cameOnline: browser.cameOnline,
    account,
    get view() {
      return conversation.snapshot()
    },
    send: (text) => within(() => conversation.send(text)),
    act: (what) => within(() => what(conversation)),
    read: (messageId) => {
      if (conversation.snapshot().status !== "ready") return
      readUpTo = Math.max(readUpTo, messageId)
      within(() => conversation.seen(messageId))
    },
    get readUpTo() {
      return readUpTo
    },
    reload: () => within(reload),
    goOffline: () => within(() => switchTo(false)),
    comeOnline: () => within(() => switchTo(true)),
    nudge: () => within(nudge),
    close: async () => {
      within(end)
      account.close()
      for (const ws of browser.open) ws.terminate()
      await browser.proxy.close()
    },
  }

  function within<T>(act: () => T): T {
    return browsers.run(browser, act)
  }

  function load(): void {
    within(() => {
      browser.sockets = []
      pages.push(browser.sockets)
      readUpTo = 0
      conversation = openConversation(roomId, person)
      watch(conversation)
      end = conversation.start()
    })
  }

  function reload(): void {
    end()
    // Leaving a page drops its sockets without a close frame.
    for (const ws of browser.open) ws.terminate()
    account.drop()
    load()
  }

  function switchTo(onLine: boolean): void {
    if (browser.network.onLine === onLine) return
    browser.network.onLine = onLine
    if (onLine) browser.cameOnline.push(performance.now())
    else browser.proxy.drop()
    page.dispatchEvent(new Event(onLine ? "online" : "offline"))
  }

  function nudge(): void {
    const { status, outgoing } = conversation.snapshot()
    if (status === "failed") conversation.reload()
    page.dispatchEvent(new Event("visibilitychange"))
    for (const one of outgoing) {
      const mayPass = one.file ? !isRefused(one) : one.retries >= maxRetries
      if (one.state === "failed" && mayPass) conversation.retry(one.client_id)
    }
  }

  function watch(one: Conversation): void {
    let before = one.snapshot().room
    one.subscribe(() => {
      const { room } = one.snapshot()
      for (const [user, mark] of Object.entries(before.reads)) {
        const now = room.reads[Number(user)] ?? 0
        if (now < mark) faults.push(`a page's read mark of ${user} fell from ${mark} to ${now}`)
      }
      if ((room.cursor ?? 0) < (before.cursor ?? 0)) faults.push(`a page's cursor fell to ${room.cursor}`)
      before = room
    })
  }
}
