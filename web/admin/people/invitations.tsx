import { useCallback, useState } from "react"
import type { SentInvitation } from "#contract/admin.ts"
import { t } from "#contract/t.ts"
import type { RowAction } from "../../backoffice/table/RowMenu.tsx"
import { refresh } from "../../backoffice/table/useRows.ts"
import { call, explain, unlessGone } from "../../platform/api/client.ts"
import { Confirm } from "../../platform/ui/Confirm.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { SecretDialog } from "../parts/SecretDialog.tsx"

interface Person {
  id: number
  full_name: string
  email: string
  invited_until: string | null
}

/** Tells that somebody is invited: by an email, or by a link to pass on in a shop without a mail server. */
export function useInvitations(table: "admins" | "moderators") {
  const [link, setLink] = useState<string>()
  const [withdrawn, setWithdrawn] = useState<Person>()
  const told = useCallback((person: Pick<Person, "email">, sent: Pick<SentInvitation, "invitation_link">) => {
    if (sent.invitation_link) setLink(sent.invitation_link)
    else toast(t`Invitation sent to ${person.email}`, { kind: "success" })
  }, [])
  const acts = useCallback(
    (person: Person): RowAction[] => {
      const again = async () => {
        try {
          told(person, await call(`POST /admin/users/${person.id}/invitation`))
        } catch (error) {
          toast(t`Failed to send the invitation`, { description: explain(error), kind: "error" })
        }
        refresh(table)
      }
      return [
        { label: t`Resend invitation`, run: () => void again() },
        { label: t`Withdraw invitation`, danger: true, run: () => setWithdrawn(person) },
      ]
    },
    [table, told],
  )
  const withdraw = async ({ id, full_name }: Person) => {
    try {
      await call(`DELETE /admin/users/${id}/invitation`).catch(unlessGone)
      toast(t`Invitation of ${full_name} withdrawn`, { kind: "success" })
    } catch (error) {
      toast(t`Failed to withdraw the invitation`, { description: explain(error), kind: "error" })
    }
    refresh(table, "unassigned")
  }
  const dialogs = (
    <>
      <SecretDialog
        title={t`Pass on this invitation`}
        note={t`This shop sends no emails yet. Copy the link and give it to the person yourself: it is shown only now, works once, and is valid for 72 hours.`}
        done={t`Done`}
        secret={link}
        onClose={() => setLink(undefined)}
      />
      <Confirm
        open={withdrawn !== undefined}
        onClose={() => setWithdrawn(undefined)}
        title={t`Withdraw the invitation of ${withdrawn?.full_name ?? ""}?`}
        action={t`Withdraw`}
        onConfirm={() => withdraw(withdrawn!)}
      >
        {t`The link stops working and the account is removed. You can invite the same address again.`}
      </Confirm>
    </>
  )
  return { told, acts, dialogs }
}
