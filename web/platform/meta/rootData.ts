import { useRouteLoaderData } from "react-router"

/** What the loader of `root.tsx` hands to every page. */
export interface RootData {
  /** Scheme and host, as the server that rendered the page knows them. */
  origin: string
  supportEmail: string
}

export const useRootData = () => useRouteLoaderData<() => RootData>("root")
