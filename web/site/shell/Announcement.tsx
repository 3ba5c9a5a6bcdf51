import { shopAsSet } from "../../platform/meta/shop.ts"
import { bar } from "./bar.ts"

/**
 * Rendered only on the server, directly in <body>, where hydration ignores unknown elements, so it needs no script. The
 * account's socket brings updates (`followShop`).
 */
export function Announcement() {
  const { announcement: text, announcement_link: to } = shopAsSet()
  if (!text) return null
  return (
    <aside id={bar.id} aria-label={bar.label} className={bar.className}>
      <p className={bar.line}>
        {to ? (
          <a data-go href={to} className={bar.link}>
            {text}
          </a>
        ) : (
          text
        )}
      </p>
    </aside>
  )
}
