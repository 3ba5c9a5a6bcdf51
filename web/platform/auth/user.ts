import { type QueryClient, useQuery } from "@tanstack/react-query"
import type { User } from "#contract/accounts.ts"
import { generalTexts } from "#contract/texts.ts"
import { ApiError, call } from "../api/client.ts"
import { inLanguage } from "../language.ts"
import { keys } from "../session/keys.ts"
import { end, know, leave, readToken, useSession } from "../session/session.ts"
import { toast } from "../ui/toast.tsx"

export type Me =
  | { status: "guest"; user: null; retry(): void }
  /** `user` is the remembered user and serves display only. */
  | { status: "loading" | "failed"; user: User | null; retry(): void }
  | { status: "in"; user: User; retry(): void }

/** The user as confirmed by the server, fetched once per page load. */
export function useMe(): Me {
  const session = useSession()
  const { isError, refetch } = useQuery({
    queryKey: ["me"],
    queryFn: askMe,
    enabled: session.status === "checking",
    staleTime: 0,
    retry: false,
  })
  const retry = () => void refetch()
  if (session.status !== "checking") return { ...session, retry }
  return { status: isError ? "failed" : "loading", user: session.user, retry }
}

/** Refetches the user after a change of the account. A failure changes nothing. */
export async function refetchUser(client: QueryClient): Promise<void> {
  await client.fetchQuery({ queryKey: ["me"], queryFn: askMe, staleTime: 0 }).catch(() => undefined)
}

async function askMe(): Promise<User> {
  const token = readToken()
  // The user may have changed during the request.
  const isOurs = () => token === readToken()
  try {
    const user = await call("GET /auth/me")
    if (isOurs()) know(user)
    return user
  } catch (error) {
    if (isOurs() && error instanceof ApiError && (error.status === 401 || error.status === 403)) {
      if (end()) toast(generalTexts.authenticationFailed, { kind: "error" })
    }
    throw error
  }
}

let leaving = false

/** During a sign-out guards do not redirect to the login page. */
export const isSigningOut = () => leaving

/** Ends the session in this browser after the server has ended it. `go` leads to a page that needs no account. */
export async function leaveTo(go: () => Promise<void> | void): Promise<void> {
  leaving = true
  leave()
  await go()
  leaving = false
}

/** Ends the session here and on the server, and then loads `/`, so that no personal data stays in memory. */
export async function signOut(): Promise<void> {
  leaving = true
  // The token is removed here even if the server cannot be reached, where it expires.
  await call("POST /auth/logout").catch(() => undefined)
  localStorage.removeItem(keys.push)
  leave()
  location.assign(inLanguage("/"))
}
