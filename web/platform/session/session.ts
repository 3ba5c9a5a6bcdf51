import { useSyncExternalStore } from "react"
import type { SignedIn, User } from "#contract/accounts.ts"
import { forgetDrafts } from "./drafts.ts"
import { keys } from "./keys.ts"

export type Session =
  | { status: "guest"; user: null }
  /** There is a token. `user` is remembered from before, until the server confirms it. */
  | { status: "checking"; user: User | null }
  | { status: "in"; user: User }

declare global {
  interface Window {
    /** Connects the tabs of this browser (`bootScript`). */
    tabs?: BroadcastChannel
    /** Resolves once it is known whether another tab shares its session with this one. */
    handover?: Promise<void>
  }
}

const guest: Session = { status: "guest", user: null }
let current: Session | undefined
const listeners = new Set<() => void>()

/**
 * The current session. Always a guest on the server and during hydration, because public pages are the same for
 * everyone.
 */
export function useSession(): Session {
  return useSyncExternalStore(followSession, snapshot, () => guest)
}

export function snapshot(): Session {
  current ??= readToken() ? { status: "checking", user: rememberedUser() } : guest
  return current
}

export const readToken = () => keeper().getItem(keys.token)

/** The storage of this session: `localStorage` if the person chose to stay signed in, else `sessionStorage`. */
export function keeper(): Storage {
  return localStorage.getItem(keys.token) === null ? sessionStorage : localStorage
}

/** Starts a session in every open tab of this browser. New tabs ask the others for it (`bootScript`). */
export function enter(answer: SignedIn, remember: boolean): void {
  forgetToken()
  const storage = remember ? localStorage : sessionStorage
  storage.setItem(keys.token, answer.access_token)
  know(answer.user)
  const kept = [answer.access_token, JSON.stringify(answer.user), null]
  window.tabs?.postMessage(remember ? { left: true } : { kept, all: true })
}

/** Stores the user as confirmed by the server. */
export function know(user: User): void {
  keeper().setItem(keys.profile, JSON.stringify(user))
  publish({ status: "in", user })
}

/** Ends the session at the person's own request, and forgets their drafts. */
export function leave(): void {
  forgetDrafts(snapshot().user?.uuid)
  drop()
}

function drop(): void {
  window.tabs?.postMessage({ left: readToken() })
  forgetToken()
  localStorage.removeItem(keys.knownCart)
  localStorage.removeItem(keys.recent)
  for (const name of Object.keys(localStorage)) if (/^chat_(queue|draft):/.test(name)) localStorage.removeItem(name)
  publish(guest)
}

/** Each form on the page registers a function that says whether it has unsaved input. */
export const unsaved = new Set<() => boolean>()

interface SignInAgain {
  /** Resolves with whether the person signed in. The shell sets it, because it shows a dialog. */
  ask?(user: User, remember: boolean): Promise<boolean>
  /** The question that is open now. */
  asked?: Promise<boolean>
}
export const signInAgain: SignInAgain = {}

/**
 * Called when the session expired or was ended elsewhere. A page with unsaved input stays, and asks the person to sign
 * in again; any other page becomes a guest's. Returns whether it became a guest's.
 */
export function end(): boolean {
  if (keepPage()) return false
  drop()
  return true
}

let isKept = false

export const isPageKept = () => isKept

function keepPage(): boolean {
  const { user } = snapshot()
  if (!user || !signInAgain.ask || ![...unsaved].some((isDirty) => isDirty())) return false
  const remember = localStorage.getItem(keys.token) !== null
  forgetToken()
  isKept = true
  signInAgain.asked ??= signInAgain.ask(user, remember).finally(() => delete signInAgain.asked)
  return true
}

function forgetToken(): void {
  for (const storage of [localStorage, sessionStorage]) {
    for (const name of [keys.token, keys.profile, keys.cartCount]) storage.removeItem(name)
  }
}

function rememberedUser(): User | null {
  try {
    return JSON.parse(keeper().getItem(keys.profile) ?? "null")
  } catch {
    return null
  }
}

function publish(next: Session): void {
  current = next
  isKept = false
  const html = document.documentElement
  html.dataset.auth = next.status === "guest" ? "out" : "in"
  if (next.user) {
    html.dataset.role = next.user.role
    html.dataset.level = next.user.membership_level
    html.style.setProperty("--name", JSON.stringify(next.user.full_name || "User"))
  } else {
    delete html.dataset.role
    delete html.dataset.level
    html.style.removeProperty("--name")
  }
  for (const listener of listeners) listener()
}

export function followSession(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener("storage", followOtherTabs)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener("storage", followOtherTabs)
  }
}

/** Follows sign-ins and sign-outs of other tabs. */
function followOtherTabs(event: StorageEvent): void {
  if (event.key !== keys.token && event.key !== keys.profile && event.key !== null) return
  const user = rememberedUser()
  if (!readToken()) {
    if (!keepPage()) publish(guest)
  } else if (user) publish({ status: "in", user })
  // The other tab signed out of another token; the account's socket finds out whether ours is still valid.
  else if (snapshot().status !== "in") publish({ status: "checking", user: null })
}
