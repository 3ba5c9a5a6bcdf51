import { createContext } from "react-router"
import type { Services } from "#server/start/services.ts"
import { inLanguage, withoutLanguage } from "./language.ts"

/** What the server passes to a render. Every page is rendered for a guest. */
export interface Visit {
  services: Services
  /** Scheme and host, for canonical URLs and share links. */
  origin: string
  /** Marks our inline scripts; the server replaces it with their hashes. */
  nonce: string
  /** The rendered HTML, as a string to avoid encoding and decoding it. */
  html?: string
  /** What the loaders returned, serialized for the router in the browser. */
  handoff?: string
  /** The texts that the owner has published in the language of the page. */
  copy?: Record<string, string>
  /** Texts to show instead of them. */
  draft?: Record<string, string>
  /** The inline style of the page, whose hash the server allows. */
  style?: string
  /** Logs an error during the render. */
  fault(error: unknown): void
}

export const visitContext = createContext<Visit>()

export function noneIfMissing(error: unknown): null {
  if ((error as { code?: string }).code === "NOT_FOUND") return null
  throw error
}

/** Called for a page that does not exist: throws the redirect that staff have made from its address, if any. */
export async function followRedirect(services: Services, request: Request): Promise<void> {
  const path = withoutLanguage(new URL(request.url).pathname.replace(/\.data$/, ""))
  const location = await services.redirectOf(path)
  if (location !== null) throw new Response(null, { status: 301, headers: { location: inLanguage(location) } })
}
