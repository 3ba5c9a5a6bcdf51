import { QueryClient } from "@tanstack/react-query"

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
      queries: { retry: 1, staleTime: 10_000, refetchOnWindowFocus: false, networkMode: "always" },
      mutations: { networkMode: "always" },
    },
  })
}
