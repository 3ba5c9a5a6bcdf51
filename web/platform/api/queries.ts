import { QueryClient } from "@tanstack/react-query"
import { ApiError } from "./client.ts"

let inBrowser: QueryClient | undefined

/** The tab's query cache, also for code outside components. On the server each render has its own. */
export function queries(): QueryClient {
  if (typeof document === "undefined") return make()
  inBrowser ??= make()
  return inBrowser
}

function make(): QueryClient {
  return new QueryClient({
    // Offline, a query must fail at once with its error instead of pausing.
    defaultOptions: {
      queries: { retry: mayPass, staleTime: 10_000, refetchOnWindowFocus: false, networkMode: "always" },
      mutations: { networkMode: "always" },
    },
  })
}

/** Retries once, but not a 401 or 403. */
const mayPass = (failed: number, error: unknown) =>
  failed < 1 && !(error instanceof ApiError && (error.status === 401 || error.status === 403))
