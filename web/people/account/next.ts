import { useEffect, useState } from "react"
import { useSearchParams } from "react-router"
import type { Role } from "#contract/accounts.ts"
import { withoutLanguage } from "../../platform/language.ts"
import { homeOf } from "../../platform/navigation/links.ts"
import { type Address, asAddress } from "../../platform/router.ts"

const base = "https://shop.invalid"

/** Returns a path on this site, or null for anything else. */
export function sameSitePath(next: string | null | undefined): Address | null {
  if (!next?.startsWith("/") || /[\\\p{Cc}]/u.test(next) || !URL.canParse(next, base)) return null
  const { origin, pathname: given, search, hash } = new URL(next, base)
  const pathname = withoutLanguage(given)
  if (origin !== base || pathname.startsWith("//") || /^\/(?:login|api)(?:\/|$)/i.test(pathname)) return null
  return asAddress(pathname + search + hash)
}

export function afterSignIn(role: Role, next: string | null): Address {
  return sameSitePath(next) ?? (role === "user" ? "/#home" : homeOf(role))
}

/** Reads the `next` parameter from the address, for clicks before hydration, when `useNext` is still null. */
export const nextHere = () => new URLSearchParams(location.search).get("next")

/** Returns the `next` parameter after hydration. The server renders the page without it. */
export function useNext(): string | null {
  const [params] = useSearchParams()
  const [isHere, setHere] = useState(false)
  useEffect(() => setHere(true), [])
  return isHere ? params.get("next") : null
}

export function withNext(path: "/login" | "/forgot-password", next: string | null): Address {
  return next ? `${path}?${new URLSearchParams({ next })}` : path
}
