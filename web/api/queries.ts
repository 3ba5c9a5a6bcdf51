import { QueryClient } from "@tanstack/react-query"
import { ApiError } from "./client.ts"

let inBrowser: QueryClient | undefined

/** The one cache of this tab, also for what happens outside a component. On the server every rendering has its own. */
export function queries(): QueryClient {
  if (typeof document === "undefined") return make()
  inBrowser ??= make()
  return inBrowser
}

function make(): QueryClient {
  return new QueryClient({
    // A browser that believes itself offline must still answer: a call then fails at once, with its text.
    defaultOptions: {
      queries: { retry: mayPass, staleTime: 10_000, refetchOnWindowFocus: false, networkMode: "always" },
      mutations: { networkMode: "always" },
    },
  })
}

/** Once more, unless the answer would be the same: who is not let in is not let in a second later. */
const mayPass = (failed: number, error: unknown) =>
  failed < 1 && !(error instanceof ApiError && (error.status === 401 || error.status === 403))
