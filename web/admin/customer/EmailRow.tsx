import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { CustomerEmails } from "#contract/customers.ts"
import { customerTexts, emailStates } from "#contract/timelineText.ts"
import { timelineKey } from "../../backoffice/staff-ui/subject.ts"
import { call, explain } from "../../platform/api/client.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { dateTimeOf } from "../../platform/ui/format.ts"
import { Tag } from "../../platform/ui/states.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { customerKey } from "./Part.tsx"

const tones = { sent: "success", queued: "neutral", failed: "danger" } as const

/** An email, with a button that sends it again where that is possible. */
export function EmailRow({ email, customerId }: { email: CustomerEmails["items"][number]; customerId: number }) {
  const { id, subject, to, state, created_at } = email
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const resend = async () => {
    setBusy(true)
    try {
      await call(`POST /admin/customers/${customerId}/emails/${id}/resend`)
      toast(customerTexts.resent, { kind: "success", description: subject })
      await client.invalidateQueries({ queryKey: [...customerKey(customerId), "emails"] })
      await client.invalidateQueries({ queryKey: timelineKey(`/admin/customers/${customerId}`) })
    } catch (error) {
      toast(customerTexts.resendFailed, { kind: "error", description: explain(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 flex-1">
        <span className="wrap-anywhere block font-semibold">{subject}</span>
        <span className="wrap-anywhere tabular block text-ink-3 text-meta">{`${to}, ${dateTimeOf(created_at)}`}</span>
      </span>
      <Tag tone={tones[state]}>{emailStates[state]}</Tag>
      {email.can_resend && (
        <Button variant="outline" busy={busy} onClick={() => void resend()}>
          <Trans>
            Resend <span className="sr-only">“{subject}”</span>
          </Trans>
        </Button>
      )}
    </span>
  )
}
