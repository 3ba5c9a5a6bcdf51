import { useSyncExternalStore } from "react"
import type { SignedIn, User } from "#contract/accounts.ts"
import { keys } from "./keys.ts"

export type Session =
  | { status: "guest"; user: null }
  /** A token is there; who it belongs to is remembered (`user`) or still being asked. */
  | { status: "checking"; user: User | null }
  | { status: "in"; user: User }

const guest: Session = { status: "guest", user: null }
let current: Session | undefined
const listeners = new Set<() => void>()

/** Who is here. On the server, and for the first paint in the browser, always a guest: the page is the same for everyone. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, snapshot, () => guest)
}

export function snapshot(): Session {
  current ??= readToken() ? { status: "checking", user: rememberedUser() } : guest
  return current
}

export function readToken(): string | null {
  return localStorage.getItem(keys.token) ?? sessionStorage.getItem(keys.token)
}

/** After a sign-in: the token in localStorage when it should be remembered, else in this tab only. */
export function enter(answer: SignedIn, remember: boolean): void {
  forgetToken()
  const storage = remember ? localStorage : sessionStorage
  storage.setItem(keys.token, answer.access_token)
  know(answer.user)
}

/** The server has said who this is. */
export function know(user: User): void {
  localStorage.setItem(keys.profile, JSON.stringify(user))
  publish({ status: "in", user })
}

/** Signed out, or the token is not good any more. */
export function leave(): void {
  forgetToken()
  localStorage.removeItem(keys.profile)
  localStorage.removeItem(keys.cartCount)
  localStorage.removeItem(keys.knownCart)
  localStorage.removeItem(keys.recent)
  for (const name of Object.keys(localStorage)) if (/^chat_(queue|draft):/.test(name)) localStorage.removeItem(name)
  publish(guest)
}

function forgetToken(): void {
  localStorage.removeItem(keys.token)
  sessionStorage.removeItem(keys.token)
}

function rememberedUser(): User | null {
  try {
    return JSON.parse(localStorage.getItem(keys.profile) ?? "null")
  } catch {
    return null
  }
}

function publish(next: Session): void {
  current = next
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

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener("storage", followOtherTabs)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener("storage", followOtherTabs)
  }
}

/** Signed in or out in another tab: the same here. */
function followOtherTabs(event: StorageEvent): void {
  if (event.key !== keys.token && event.key !== keys.profile && event.key !== null) return
  const user = rememberedUser()
  if (!readToken()) publish(guest)
  else if (user) publish({ status: "in", user })
  // Signed out over there, with a token of its own here: whether that has ended too, the account's socket says.
  else if (snapshot().status !== "in") publish({ status: "checking", user: null })
}
