import { languageNames } from "#contract/languages.ts"
import { visitContext } from "../../platform/visit.ts"
import type { Route } from "./+types/securityText"

/** Milliseconds; the RFC asks for less than a year. */
const validity = 180 * 86_400_000

/** Says whom to tell about a vulnerability of the shop (RFC 9116). */
export function loader({ context }: Route.LoaderArgs) {
  const { origin, services } = context.get(visitContext)
  const text = `Contact: mailto:${services.supportEmail}
Contact: ${origin}/contact
Expires: ${new Date(Date.now() + validity).toISOString()}
Preferred-Languages: ${languageNames.join(", ")}
Canonical: ${origin}/.well-known/security.txt
`
  return new Response(text, { headers: { "content-type": "text/plain; charset=utf-8" } })
}
