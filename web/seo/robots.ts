import { visitContext } from "../visit.ts"
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
  "/vip-content",
  "/success",
  "/cancel",
  "/reset-password",
  "/verify-email",
  "/newsletter/",
]

/** Everything public may be read, behind the age gate too; what belongs to one person may not. */
export function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(visitContext)
  const lines = [
    "User-agent: *",
    "Allow: /",
    ...closed.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${origin}/sitemap.xml`,
  ]
  return new Response(`${lines.join("\n")}\n`, { headers: { "content-type": "text/plain; charset=utf-8" } })
}
