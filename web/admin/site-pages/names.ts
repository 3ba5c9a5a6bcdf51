import type { Builtin, ListedPage, PagePlace } from "#contract/sitePages.ts"
import { t } from "#contract/t.ts"

export const builtinNames: Record<Builtin, string> = {
  terms: t`Terms of Service`,
  privacy: t`Privacy Policy`,
  accessibility: t`Accessibility`,
  faq: t`Frequently asked questions`,
}

export const placeNames: Record<PagePlace, string> = {
  header: t`Header`,
  footer: t`Footer`,
  none: t({ context: "place of a link", message: "Nowhere" }),
}

export const stateNames: Record<ListedPage["state"], string> = {
  default: t`Default text`,
  draft: t`Draft`,
  changed: t`Unpublished changes`,
  published: t`Published`,
}

export const stateTones = { default: "neutral", draft: "warn", changed: "warn", published: "success" } as const
