import type { Role } from "#contract/accounts.ts"
import { homeOf } from "../shell/Guard.tsx"

const here = "https://shop.invalid"

/** Where somebody wanted to go before they had to sign in: a path on this site, or null for anything else. */
export function sameSitePath(next: string | null | undefined): string | null {
  if (!next?.startsWith("/") || /[\\\p{Cc}]/u.test(next) || !URL.canParse(next, here)) return null
  const { origin, pathname, search, hash } = new URL(next, here)
  if (origin !== here || pathname.startsWith("//") || /^\/(?:login|api)(?:\/|$)/i.test(pathname)) return null
  return pathname + search + hash
}

/** Where a sign-in leads. */
export function afterSignIn(role: Role, next: string | null): string {
  return sameSitePath(next) ?? (role === "user" ? "/#home" : homeOf(role))
}
