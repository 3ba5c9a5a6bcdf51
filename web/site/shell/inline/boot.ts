/**
 * Runs before first paint, as the first script of <head>. It writes what this browser knows about its user onto <html>,
 * so that a page that is the same for everyone shows the right header, theme and gate at once. These are hints: the
 * server decides everything that matters.
 *
 * It stays in charge for the life of the document, with or without React. When React renders a page again after a
 * failed hydration, it removes all attributes of <html>; the script restores them before the next paint.
 *
 * Each tab keeps a session that is not remembered (`sessionStorage`). A new tab asks the others for it, and signing in
 * or out applies to all of them. The session ends with the last tab.
 */
import { isLanguage, preferredLanguage, prefixOf } from "#contract/languages.ts"
import { inLanguage, language, withoutLanguage } from "../../../platform/language.ts"
import { keys } from "../../../platform/session/keys.ts"

interface Message {
  ask?: true
  /** The values of `names`, in their order. */
  kept?: (string | null)[]
  /** True if tabs that have a session must take these values too. */
  all?: boolean
  /** The token that was signed out, or true for any. */
  left?: string | true | null
}

const html = document.documentElement
const names = [keys.token, keys.profile, keys.cartCount]
let local: Storage
let session: Storage
let attributes: Record<string, string> = {}

html.dataset.js = "on"
for (const run of [openStorage, followLanguage, showSession, meetTabs]) {
  try {
    run()
  } catch {
    // Storage may be blocked or contain anything.
  }
}
document.addEventListener("click", switchTheme)
document.addEventListener("click", keepLanguage)
for (const kind of ["click", "auxclick", "contextmenu"]) {
  document.addEventListener(kind, addReturnAddress, true)
  document.addEventListener(kind, passReturnAddressOn, true)
}
window.addEventListener("storage", ({ key, newValue }) => {
  if (key === keys.theme || key === null) setTheme(newValue)
})
keepAttributes()
new MutationObserver(keepAttributes).observe(html, { attributes: true })
new MutationObserver(choosePictures).observe(html, { childList: true, subtree: true, attributeFilter: ["data-theme"] })

function openStorage(): void {
  local = localStorage
  session = sessionStorage
  setTheme(local.getItem(keys.theme))
  if (local.getItem(keys.age) === "true") html.dataset.age = "ok"
}

/** Redirects to the chosen language, or from an address without a language to one that the browser prefers. */
function followLanguage(): void {
  if (!import.meta.env.PROD) return
  const chosen = local.getItem(keys.language)
  const wanted = isLanguage(chosen) ? chosen : language === "en" ? preferredLanguage(navigator.languages) : language
  if (wanted === language) return
  const { pathname, search, hash } = location
  location.replace(prefixOf(wanted) + withoutLanguage(pathname) + search + hash)
}

function keepLanguage({ target }: MouseEvent): void {
  const link = (target as Element).closest<HTMLAnchorElement>("a[data-language]")
  if (!link) return
  try {
    local.setItem(keys.language, link.hreflang)
    local.setItem(keys.languageChosen, link.hreflang)
  } catch {
    // If storage is blocked, the address decides the language.
  }
}

function setTheme(theme: string | null): void {
  if (theme === "light" || theme === "dark") html.dataset.theme = theme
  else delete html.dataset.theme
}

/** Pictures follow the system's theme by themselves; a theme that was chosen here takes precedence. */
function choosePictures(): void {
  const { theme } = html.dataset
  for (const source of document.getElementsByTagName("source")) {
    if (!source.media) continue
    const media = theme ? (theme === "dark" ? "all" : "not all") : "(prefers-color-scheme: dark)"
    if (source.media !== media) source.media = media
  }
}

function showSession(): void {
  const storage = local.getItem(keys.token) ? local : session
  const isSignedIn = Boolean(storage.getItem(keys.token))
  html.dataset.auth = isSignedIn ? "in" : "out"
  const profile = isSignedIn && JSON.parse(storage.getItem(keys.profile) || "null")
  if (profile) showProfile(profile)
  const count = isSignedIn ? Number(storage.getItem(keys.cartCount)) : guestCount()
  if (count > 0) {
    html.style.setProperty("--cart", `"${count > 99 ? "99+" : count}"`)
    html.dataset.cart = "some"
  }
}

function showProfile({ role, membership_level, full_name }: Record<string, string>): void {
  html.dataset.role = role
  html.dataset.level = membership_level
  if (full_name) html.style.setProperty("--name", JSON.stringify(full_name))
  const pathname = withoutLanguage(location.pathname)
  if (pathname === "/" && (role === "admin" || role === "moderator")) location.replace(inLanguage(`/${role}`))
  const isMember = role === "user" && membership_level !== "free"
  if (isMember || role === "moderator")
    expectRoom(pathname, isMember ? /^\/chat\?.*room=[1-9]|^\/model-chat\// : /^\/moderator\?.*room=[1-9]/)
}

/** A phone shows a conversation without a header (`useChatMark`), even in the first paint. `Guard` corrects this. */
function expectRoom(pathname: string, address: RegExp): void {
  if (address.test(pathname + location.search)) html.dataset.room ??= "expected"
}

function guestCount(): number {
  const lines: { quantity: number; available?: number | null }[] = JSON.parse(local.getItem(keys.cart) || "[]")
  return lines.reduce((sum, { quantity, available }) => sum + (available === 0 ? 0 : quantity), 0)
}

function meetTabs(): void {
  const tabs = new BroadcastChannel("session")
  window.tabs = tabs
  let met = () => {}
  tabs.onmessage = ({ data }: { data: Message }) => {
    const token = session.getItem(keys.token)
    if (data.ask) {
      if (token) tabs.postMessage({ kept: names.map((name) => session.getItem(name)) })
      return
    }
    const isForOthers = data.kept
      ? !data.all && (token || local.getItem(keys.token))
      : data.left !== true && data.left !== token
    if (isForOthers) return
    names.forEach((name, index) => {
      const value = data.kept?.[index]
      if (value) session.setItem(name, value)
      else session.removeItem(name)
    })
    try {
      showSession()
    } catch {
      // Storage may be blocked or contain anything.
    }
    window.dispatchEvent(new StorageEvent("storage", { key: keys.token }))
    met()
  }
  window.handover = new Promise((resolve) => {
    met = resolve
    if (html.dataset.auth === "in") return resolve()
    tabs.postMessage({ ask: true })
    setTimeout(resolve, 400)
  })
}

function switchTheme({ target }: MouseEvent): void {
  if (!(target as Element).closest("[data-theme-switch]")) return
  const shown = html.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")
  const theme = shown === "dark" ? "light" : "dark"
  setTheme(theme)
  try {
    local.setItem(keys.theme, theme)
  } catch {
    // If storage is blocked, the theme lasts as long as the page.
  }
}

/** Makes a link to the login page return to the current page. */
function addReturnAddress({ target }: Event): void {
  const link = (target as Element).closest<HTMLAnchorElement>("a[data-login]")
  if (!link) return
  const { search, hash } = location
  const pathname = withoutLanguage(location.pathname)
  if (
    /^\/(login|forgot-password|reset-password|invitation|verify-email|undo-email-change|undo-second-factor|newsletter\/.*)?$/.test(
      pathname,
    )
  ) {
    link.href = inLanguage(`/login${pathname === "/login" ? search : ""}`)
  } else {
    link.href = inLanguage(`/login?next=${encodeURIComponent(pathname + search + hash)}`)
  }
}

/** Links between the pages of a sign-in are the same for everyone, so before hydration they lack the return address. */
function passReturnAddressOn({ target }: Event): void {
  const link = (target as Element).closest<HTMLAnchorElement>("a[data-next]")
  const next = new URLSearchParams(location.search).get("next")
  if (!link || !next || /[?&]next=/.test(link.href)) return
  link.href += `${link.href.includes("?") ? "&" : "?"}next=${encodeURIComponent(next)}`
}

function keepAttributes(): void {
  if (html.dataset.js) {
    attributes = {}
    for (const { name, value } of html.attributes) attributes[name] = value
  } else {
    for (const [name, value] of Object.entries(attributes)) {
      if (!html.hasAttribute(name)) html.setAttribute(name, value)
    }
  }
}
