import { type QueryClient, useQuery } from "@tanstack/react-query"
import type { User } from "#contract/accounts.ts"
import { generalTexts } from "#contract/texts.ts"
import { ApiError, call } from "../api/client.ts"
import { toast } from "../ui/toast.tsx"
import { know, leave, readToken, useSession } from "./session.ts"

export type Me =
  | { status: "guest"; user: null; retry(): void }
  /** `user` is who was here last, if this browser remembers: fit to show, not to rely on. */
  | { status: "loading" | "failed"; user: User | null; retry(): void }
  | { status: "in"; user: User; retry(): void }

/** Who is here by the server's word: asked once a load, however many components want to know. */
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

/** Something has changed about the account: the server is asked who this is now. A failed question changes nothing. */
export async function knowAgain(client: QueryClient): Promise<void> {
  await client.fetchQuery({ queryKey: ["me"], queryFn: askMe, staleTime: 0 }).catch(() => undefined)
}

async function askMe(): Promise<User> {
  const token = readToken()
  // Somebody may sign in meanwhile: that token is another one, and so may be its person.
  const isOurs = () => token === readToken()
  try {
    const user = await call<User>("GET /auth/me")
    if (isOurs()) know(user)
    return user
  } catch (error) {
    if (isOurs() && error instanceof ApiError && (error.status === 401 || error.status === 403)) {
      leave()
      toast(generalTexts.authenticationFailed, { kind: "error" })
    }
    throw error
  }
}

let leaving = false

/** A sign-out is under way: guards then wait for the way home instead of asking for a sign-in. */
export const isSigningOut = () => leaving

/** Ends the session here and on the server, and starts afresh at `/`, so that nothing of this person stays in memory. */
export async function signOut(): Promise<void> {
  leaving = true
  // The token is forgotten here whatever the server says; there it ends by itself.
  await call("POST /auth/logout").catch(() => undefined)
  leave()
  location.assign("/")
}
