import type { FlaggedItem } from "#contract/moderation.ts"
import { t } from "#contract/t.ts"
import { Link } from "../../platform/router.ts"
import { dateTimeOf } from "../../platform/ui/format.ts"

/** A message from the suspended author to the shop, which staff should read before they decide. */
export function Appeal({ appeal }: { appeal: NonNullable<FlaggedItem["appeal"]> }) {
  return (
    <section aria-label={t`Appeal`} className="max-w-measure text-ui">
      <h3 className="font-semibold">{t`Appeal`}</h3>
      <p className="wrap-anywhere mt-1">
        {appeal.subject} <span className="tabular text-ink-3 text-meta">{dateTimeOf(appeal.created_at)}</span>
      </p>
      <p
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by the keyboard
        tabIndex={0}
        className="wrap-anywhere mt-1 max-h-40 overflow-y-auto whitespace-pre-wrap border-line-strong border-s-2 ps-4 print:max-h-none"
      >
        {appeal.message}
      </p>
      <Link
        to={`/admin?tab=contacts&message=${appeal.id}`}
        className="link inline-flex min-h-11 items-center"
      >{t`Reply`}</Link>
    </section>
  )
}
