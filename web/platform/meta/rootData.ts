import { useRouteLoaderData } from "react-router"

/** What the loader of `root.tsx` hands to every page. */
export interface RootData {
  /** Scheme and host as the server sees them. */
  origin: string
  supportEmail: string
}

export const useRootData = () => useRouteLoaderData<() => RootData>("root")
