import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { Moderator } from "#contract/admin.ts"
import { adminTexts } from "#contract/adminText.ts"
import type { Doll } from "#contract/catalog.ts"
import { Thumb } from "../../account/Thumb.tsx"
import { explain } from "../../api/client.ts"
import { shownFirst } from "../../shop/card.ts"
import { categoryNames } from "../../shop/categories.ts"
import { Button } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { ErrorState, Skeleton } from "../../ui/states.tsx"
import { toast } from "../../ui/toast.tsx"
import { SearchField } from "../SearchField.tsx"
import { assignModel, unassignedQuery } from "./moderators.ts"

interface AssignDialogProps {
  /** Whose assignments are edited; closed without. */
  moderator: Moderator | undefined
  onClose(): void
  onChanged(): Promise<unknown>
}

/** Models that nobody looks after, to be given to one moderator. */
export function AssignDialog({ moderator, onClose, onChanged }: AssignDialogProps) {
  return (
    <Dialog open={moderator !== undefined} onClose={onClose} title={`Assign to ${moderator?.full_name ?? ""}`}>
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
      toast(adminTexts.assigned, { kind: "success", description: `${name} to ${moderator.full_name}` })
      await onChanged()
      onClose()
    } catch (error) {
      // Said in the dialog too: what lies around it cannot be reached while it is open.
      setFailed(explain(error))
      toast(adminTexts.assignFailed, { kind: "error", description: name })
      await onChanged()
      setAssigning(undefined)
    }
  }
  return (
    <>
      <SearchField label="Search unassigned models" given={q} onSearch={setQ} />
      {failed && (
        <Notice kind="danger" title={adminTexts.dollAssignFailed} className="mt-4">
          {failed}
        </Notice>
      )}
      <p role="status" className="mt-4 text-ink-2 text-meta">
        {data && !isPlaceholderData && told(data.items.length, data.total, q)}
      </p>
      {isPending && (
        <div role="status" className="mt-2 grid gap-2">
          <span className="sr-only">Loading unassigned models</span>
          {["one", "two", "three"].map((name) => (
            <Skeleton key={name} className="h-16" />
          ))}
        </div>
      )}
      {error && !data && (
        <ErrorState title={adminTexts.unassignedFailed} detail={explain(error)} retry={() => void refetch()} />
      )}
      {data && data.items.length > 0 && (
        <ul aria-label="Unassigned models" className="mt-2 divide-y divide-line border-line border-y">
          {data.items.map((doll) => (
            <li key={doll.id} className="flex items-center gap-3 py-2">
              <Thumb src={shownFirst(doll.images)[0]?.image_url ?? null} className="w-10 shrink-0" />
              <div className="min-w-0 flex-1">
                <p className="wrap-anywhere font-medium">{doll.name}</p>
                <p className="text-ink-3 text-meta">{categoryNames[doll.doll_category]}</p>
              </div>
              <Button
                look="outline"
                aria-label={`Assign ${doll.name}`}
                busy={assigning === doll.id}
                disabled={assigning !== undefined}
                onClick={() => void assign(doll)}
              >
                Assign
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function told(shown: number, total: number, q: string): string {
  if (total === 0) return q ? "No unassigned model fits." : "No model waits for a moderator."
  if (shown < total) return `The first ${shown} of ${total} models that nobody looks after.`
  return total === 1 ? "One model that nobody looks after." : `${total} models that nobody looks after.`
}
