import type { ReactNode } from "react"
import { chatTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import type { Address } from "../../platform/router.ts"
import { Button, ButtonLink } from "../../platform/ui/Button.tsx"
import { EmptyPlinth } from "../../platform/ui/EmptyPlinth.tsx"

interface UnavailableProps {
  backTo: Address
  backLabel: string
  reason?: string
  retry?(): void
  /** Replaces the link back with a better action. */
  action?: ReactNode
  /** `h2` if the page has another h1. */
  heading?: "h1" | "h2"
}

export function Unavailable({ backTo, backLabel, reason, retry, action, heading: Heading = "h1" }: UnavailableProps) {
  return (
    <div
      role="alert"
      className="flex min-h-full grow flex-col items-center justify-center gap-4 px-4 pt-8 pb-32 text-center"
    >
      <EmptyPlinth sizes="144px" className="aspect-4/5 w-36" />
      <Heading className="font-display text-h2">{chatTexts.unavailableTitle}</Heading>
      <p className="max-w-measure text-balance text-ink-2">{chatTexts.unavailable}</p>
      {reason && <p className="max-w-measure text-balance text-ink-2 text-ui">{reason}</p>}
      <div className="flex flex-wrap justify-center gap-3">
        {retry && <Button onClick={retry}>{t`Try again`}</Button>}
        {action}
        <ButtonLink to={backTo} variant="outline">
          {backLabel}
        </ButtonLink>
      </div>
    </div>
  )
}
