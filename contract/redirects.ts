import * as z from "zod"
import { Id, line, paging, Search, Timestamp } from "./common.ts"
import { t } from "./t.ts"

/** The first parts of the shop's addresses; `web/routes.test.ts` compares them with its pages. */
export const ownPaths = new Set(
  ".well-known robots.txt licenses.txt plain brand invoice sitemap.xml manifest.webmanifest sw.js underage models model login forgot-password reset-password invitation verify-email undo-email-change undo-second-factor dashboard orders order chat model-chat cart favorites redeem upgrade contact newsletter restock terms privacy accessibility imprint pages vip-content video checkout success cancel subscription-checkout success-subscription cancel-subscription moderator moderator-assignments moderator-chat-activity staff-dashboard admin api media assets healthz readyz metrics age".split(
    " ",
  ),
)

export const redirectLimits = { path: 300 } as const
const path = line(redirectLimits.path, t`Please enter a path.`)

export const RedirectForm = z.object({ from: path, to: path })
export type RedirectForm = z.infer<typeof RedirectForm>

export const RedirectsQuery = z.object({
  ...paging(20),
  q: Search,
  sort: z.enum(["newest", "oldest", "hits", "hits_asc"]).default("newest"),
})
export type RedirectsQuery = z.infer<typeof RedirectsQuery>

export const Redirect = z.object({
  id: Id,
  /** A path without a page. */
  from: z.string(),
  /** A path of the shop, with its search and anchor. */
  to: z.string(),
  /** The number of redirects that the servers counted; a proxy or browser may answer by itself. */
  hits: z.number().int(),
  last_hit_at: Timestamp.nullable(),
  version: z.number().int(),
  created_at: Timestamp,
})
export type Redirect = z.infer<typeof Redirect>

export const redirectTexts = {
  form: t`Enter a path of this shop that begins with a slash, like /old-page.`,
  plainPath: t`Leave out everything after “?” or “#”. A redirect applies to the whole path.`,
  own: t`The shop has a page at this address.`,
  taken: t`There is already a redirect from this path.`,
  itself: t`A path can't be redirected to itself.`,
  loop: t`This would create a redirect loop.`,
  noTarget: t`This model isn't in the shop.`,
} as const
