import { useState } from "react"
import type { Moderator } from "#contract/admin.ts"
import { adminTexts } from "#contract/adminText.ts"
import { t } from "#contract/t.ts"
import { explain } from "../../../platform/api/client.ts"
import { Link } from "../../../platform/router.ts"
import { Alert } from "../../../platform/ui/Alert.tsx"
import { IconButton } from "../../../platform/ui/Button.tsx"
import { Confirm } from "../../../platform/ui/Confirm.tsx"
import { X } from "../../../platform/ui/icons.ts"
import { Thumb } from "../../../platform/ui/Thumb.tsx"
import { toast } from "../../../platform/ui/toast.tsx"
import { unassignModel } from "./moderators.ts"

interface AssignedModelsProps {
  moderator: Moderator
  models: Moderator["assignedModels"]
  mayUnassign: boolean
  onChanged(): Promise<unknown>
}

const cells =
  "mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(11rem,100%),1fr))] gap-x-6 gap-y-2 border-line border-t pt-3"

/** A moderator's models, each with a button that unassigns it. */
export function AssignedModels({ moderator, models, mayUnassign, onChanged }: AssignedModelsProps) {
  const [asked, setAsked] = useState<(typeof models)[number]>()
  const [failed, setFailed] = useState<string>()
  const ask = (model: typeof asked) => {
    setFailed(undefined)
    setAsked(model)
  }
  const unassign = async () => {
    if (!asked) return
    setFailed(undefined)
    try {
      await unassignModel(moderator.id, asked.id)
    } catch (error) {
      // The dialog shows the failure too, because the page behind it is inert.
      setFailed(explain(error))
      toast(adminTexts.unassignFailed, { key: `unassign ${asked.id}`, kind: "error", description: asked.name })
      await onChanged()
      return false
    }
    toast(adminTexts.unassigned, { key: `unassign ${asked.id}`, kind: "success", description: asked.name })
    await onChanged()
  }
  return (
    <>
      <ul aria-label={t`Models of ${moderator.full_name}`} className={cells}>
        {models.map((model) => (
          <li key={model.id} className="flex items-center gap-3">
            <Thumb picture={model.picture} sizes="2.25rem" className="w-9 shrink-0" />
            <Link
              to={`/model/${model.id}`}
              className="inline-flex min-h-11 min-w-0 flex-1 items-center text-ui hover:underline"
            >
              <span className="wrap-anywhere">{model.name}</span>
            </Link>
            {mayUnassign && (
              <IconButton label={t`Unassign ${model.name}`} onClick={() => ask(model)}>
                <X aria-hidden size={18} />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      <Confirm
        open={asked !== undefined}
        onClose={() => ask(undefined)}
        title={t`Unassign ${asked?.name ?? ""}`}
        action={t`Unassign`}
        onConfirm={unassign}
      >
        {failed && (
          <Alert kind="danger" title={adminTexts.dollUnassignFailed} className="mb-4">
            {failed}
          </Alert>
        )}
        <p>{adminTexts.unassignQuestion}</p>
        <p className="mt-3">{t`Its open chats wait until another moderator is assigned. No messages are lost.`}</p>
      </Confirm>
    </>
  )
}
