import { languageNames, prefixOf } from "#contract/languages.ts"
import { visitContext } from "../../platform/visit.ts"
import type { Route } from "./+types/robots"

const closed = [
  "/api/",
  "/admin",
  "/moderator",
  "/moderator-",
  "/staff-dashboard",
  "/dashboard",
  "/cart",
  "/checkout",
  "/subscription-checkout",
  "/chat",
  "/model-chat/",
  "/order/",
  "/orders",
  "/favorites/",
  "/redeem",
  "/vip-content",
  "/success",
  "/cancel",
  "/reset-password",
  "/invitation",
  "/verify-email",
  "/undo-email-change",
  "/undo-second-factor",
  "/newsletter/",
]

/** Allows all public pages, even those behind the age gate, and disallows personal ones. */
export function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(visitContext)
  const lines = [
    "User-agent: *",
    "Allow: /",
    ...languageNames.flatMap((name) => closed.map((path) => `Disallow: ${prefixOf(name)}${path}`)),
    "",
    `Sitemap: ${origin}/sitemap.xml`,
  ]
  return new Response(`${lines.join("\n")}\n`, { headers: { "content-type": "text/plain; charset=utf-8" } })
}
