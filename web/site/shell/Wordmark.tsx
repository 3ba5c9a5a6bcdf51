import { t } from "#contract/t.ts"
import { Logo } from "../../platform/meta/Logo.tsx"
import { shopName } from "../../platform/meta/shop.ts"
import type { Address } from "../../platform/router.ts"

/** The shop's logo and name. They link to the home page by default. */
export function Wordmark({ to = "/", label = t`${shopName()}, home` }: { to?: Address; label?: string }) {
  return (
    <a data-go href={to} className="inline-flex min-h-11 items-center gap-2.5" aria-label={label}>
      <ShopMark />
    </a>
  )
}

/** The shop's logo, or its mark and name. */
export function ShopMark({ isNight = false }: { isNight?: boolean }) {
  return (
    <Logo on={isNight ? "night" : "page"}>
      <Mark />
      <span className="font-display text-[1.875rem] leading-none">{shopName()}</span>
    </Logo>
  )
}

function Mark() {
  return (
    <svg width="20" height="24" viewBox="0 0 20 24" aria-hidden fill="none" stroke="currentColor" strokeWidth="1.75">
      <circle cx="10" cy="10" r="6.5" />
      <path d="M1 21.5h18" />
    </svg>
  )
}
