import { bar } from "./bar.ts"
import { shopAsSet } from "./shop.ts"

/**
 * Drawn by the server alone, straight into <body>, where React passes over what it does not know: the bar costs a visitor no
 * script. Who is signed in hears of a new one by the account's socket (`followShop`).
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
