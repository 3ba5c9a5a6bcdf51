import { Outlet } from "react-router"
import { t } from "#contract/t.ts"

/** Must be the first link of every layout. */
export function SkipLink() {
  return (
    <nav aria-label={t`Skip`}>
      <a href="#content" className="skip-link">{t`Skip to content`}</a>
    </nav>
  )
}

export function Content() {
  return (
    <main id="content" tabIndex={-1}>
      <Outlet />
    </main>
  )
}
