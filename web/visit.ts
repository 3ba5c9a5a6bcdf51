import { createContext } from "react-router"
import type { Services } from "#server/services.ts"

/** What the server hands to a page that it renders: always a guest's view, the same for everyone. */
export interface Visit {
  services: Services
  /** Scheme and host for canonical addresses and share links. */
  origin: string
  /** Marks our own inline scripts; the server swaps it for their hashes. */
  nonce: string
  /** The page, once rendered: so long a text need not become bytes and text again on its way. */
  html?: string
}

export const visitContext = createContext<Visit>()
