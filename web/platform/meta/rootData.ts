import { useRouteLoaderData } from "react-router"
import type { LegalVersions } from "#contract/legal.ts"
import type { Seller } from "#contract/seller.ts"
import type { PageLink } from "#server/platform/site-pages/shown.ts"

/** What the loader of `root.tsx` hands to every page. */
export interface RootData {
  /** Scheme and host as the server sees them. */
  origin: string
  supportEmail: string
  /** The owner's pages in header and footer. */
  pages: PageLink[]
  /** The versions of the legal pages that are in force. */
  legal: LegalVersions
  /** Null until a super admin has entered it. */
  seller: Seller | null
}

/** The owner's pages with a link at this place. */
export const usePageLinks = (place: PageLink["place"]) =>
  useRootData()?.pages?.filter((one) => one.place === place) ?? []

export const useSeller = () => useRootData()?.seller ?? null

export const useRootData = () => useRouteLoaderData<() => RootData>("root")
