import { randomBytes } from "node:crypto"
import { and, eq, gt } from "drizzle-orm"
import { hashToken } from "../../platform/auth/sessions.ts"
import { after, minutes } from "../../platform/clock.ts"
import type { Store } from "../../platform/db/store.ts"
import type { Check } from "./provider.ts"
import { ageChecks } from "./tables.ts"

const holdsFor = minutes(30)

/** Stores a check for a visitor who is sent to the provider. `browser` is the secret of the cookie of all tabs. */
export async function keepCheck(store: Store, check: Check, browser: string, returnTo: string): Promise<void> {
  const expiresAt = after(store.now(), holdsFor)
  await store.db.insert(ageChecks).values({ ...check, browserHash: hashToken(browser), returnTo, expiresAt })
}

/**
 * Returns and deletes the check that an answer belongs to, so that only one of concurrent answers gets it. Null if it
 * is unknown, has expired or was begun in another browser.
 */
export async function takeCheck(
  store: Store,
  state: string,
  browser: string | null,
): Promise<(Check & { returnTo: string }) | null> {
  if (browser === null) return null
  const isTheirs = and(
    eq(ageChecks.state, state),
    eq(ageChecks.browserHash, hashToken(browser)),
    gt(ageChecks.expiresAt, store.now()),
  )
  const [row] = await store.db.delete(ageChecks).where(isTheirs).returning()
  return row ?? null
}

export const isBrowserSecret = (value: string | null) => value !== null && /^[\w-]{43}$/.test(value)
export const makeBrowserSecret = () => randomBytes(32).toString("base64url")

/** Returns a path of this site, resolved as browsers do; the home page for anything else. */
export function pathOnSite(next: string, origin: string): string {
  if (!URL.canParse(next, origin) || !next.startsWith("/")) return "/"
  const { origin: found, pathname, search } = new URL(next, origin)
  const isElsewhere =
    found !== new URL(origin).origin || pathname.startsWith("//") || /^\/(age|sandbox)(\/|$)/.test(pathname)
  return isElsewhere ? "/" : pathname + search
}
