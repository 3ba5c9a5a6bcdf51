import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { Moderator } from "#contract/admin.ts"
import { adminTexts } from "#contract/adminText.ts"
import type { Doll } from "#contract/catalog.ts"
import { plural, t } from "#contract/t.ts"
import { explain } from "../../../platform/api/client.ts"
import { Alert } from "../../../platform/ui/Alert.tsx"
import { Button } from "../../../platform/ui/Button.tsx"
import { Dialog } from "../../../platform/ui/Dialog.tsx"
import { ErrorState, Skeleton } from "../../../platform/ui/states.tsx"
import { Thumb } from "../../../platform/ui/Thumb.tsx"
import { toast } from "../../../platform/ui/toast.tsx"
import { shownFirst } from "../../../shopfront/shop/card.ts"
import { categoryNames } from "../../../shopfront/shop/categories.ts"
import { Search } from "../../table/Search.tsx"
import { assignModel, unassignedQuery } from "./moderators.ts"

interface AssignDialogProps {
  /** The moderator whose assignments are edited; undefined while closed. */
  moderator: Moderator | undefined
  onClose(): void
  onChanged(): Promise<unknown>
}

/** Assigns unassigned models to a moderator. */
export function AssignDialog({ moderator, onClose, onChanged }: AssignDialogProps) {
  return (
    <Dialog open={moderator !== undefined} onClose={onClose} title={t`Assign to ${moderator?.full_name ?? ""}`}>
      {moderator && <Unassigned moderator={moderator} onClose={onClose} onChanged={onChanged} />}
    </Dialog>
  )
}

function Unassigned({ moderator, onClose, onChanged }: AssignDialogProps & { moderator: Moderator }) {
  const [q, setQ] = useState("")
  const [assigning, setAssigning] = useState<number>()
  const [failed, setFailed] = useState<string>()
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(unassignedQuery(q))
  const assign = async ({ id, name }: Doll) => {
    setAssigning(id)
    setFailed(undefined)
    try {
      await assignModel(moderator.id, id)
      toast(adminTexts.assigned, {
        key: `assign ${id}`,
        kind: "success",
        description: t`${name} to ${moderator.full_name}`,
      })
      await onChanged()
      onClose()
    } catch (error) {
      // The dialog shows the failure too, because the page behind it is inert.
      setFailed(explain(error))
      toast(adminTexts.assignFailed, { key: `assign ${id}`, kind: "error", description: name })
      await onChanged()
      setAssigning(undefined)
    }
  }
  return (
    <>
      <div className="flex [&>form]:max-w-none">
        <Search label={t`Search unassigned models`} value={q} onChange={setQ} />
      </div>
      {failed && (
        <Alert kind="danger" title={adminTexts.dollAssignFailed} className="mt-4">
          {failed}
        </Alert>
      )}
      <p role="status" className="mt-4 text-ink-2 text-meta">
        {data && !isPlaceholderData && countText(data.items.length, data.total, q)}
      </p>
      {isPending && (
        <div role="status" className="mt-2 grid gap-2">
          <span className="sr-only">{t`Loading unassigned models`}</span>
          {["one", "two", "three"].map((name) => (
            <Skeleton key={name} className="h-16" />
          ))}
        </div>
      )}
      {error && !data && (
        <ErrorState title={adminTexts.unassignedFailed} detail={explain(error)} retry={() => void refetch()} />
      )}
      {data && data.items.length > 0 && (
        <ul aria-label={t`Unassigned models`} className="mt-2 divide-y divide-line border-line border-y">
          {data.items.map((doll) => (
            <li key={doll.id} className="flex items-center gap-3 py-2">
              <Thumb picture={shownFirst(doll.images)[0] ?? null} sizes="2.5rem" className="w-10 shrink-0" />
              <div className="min-w-0 flex-1">
                <p className="wrap-anywhere font-medium">{doll.name}</p>
                <p className="text-ink-3 text-meta">{categoryNames[doll.doll_category]}</p>
              </div>
              <Button
                variant="outline"
                aria-label={t`Assign ${doll.name}`}
                busy={assigning === doll.id}
                disabled={assigning !== undefined}
                onClick={() => void assign(doll)}
              >{t`Assign`}</Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function countText(shown: number, total: number, q: string): string {
  if (total === 0) return q ? t`No unassigned models match your search.` : t`Every model has a moderator.`
  if (shown < total) return t`Showing ${shown} of ${total} unassigned models.`
  return plural(total, { one: "1 unassigned model.", other: `${total} unassigned models.` })
}
