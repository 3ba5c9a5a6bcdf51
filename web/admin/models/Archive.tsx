import type { Doll } from "#contract/catalog.ts"
import { modelAdminTexts } from "#contract/panelText.ts"
import { plural, t } from "#contract/t.ts"
import { refresh } from "../../backoffice/table/useRows.ts"
import { ApiError, call, explain } from "../../platform/api/client.ts"
import { Confirm } from "../../platform/ui/Confirm.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { hasToken } from "../parts/needToken.ts"

interface ArchiveProps {
  dolls: Pick<Doll, "id" | "name">[]
  onClose(): void
  onDone?(): void
}

export function Archive({ dolls, onClose, onDone }: ArchiveProps) {
  const [first] = dolls
  const many = dolls.length > 1
  const run = async () => {
    if (!hasToken()) return
    try {
      for (const { id } of dolls) await call(`DELETE /dolls/delete/${id}`).catch(unlessArchived)
      toast(many ? plural(dolls.length, { other: `${dolls.length} models archived` }) : t`${first!.name} archived`, {
        key: "archive",
        kind: "success",
      })
      onDone?.()
    } catch (error) {
      toast(modelAdminTexts.deleteFailed, { description: explain(error), key: "archive", kind: "error" })
    }
    refresh("models")
  }
  return (
    <Confirm
      open={dolls.length > 0}
      onClose={onClose}
      title={
        many
          ? plural(dolls.length, { other: `Archive ${dolls.length} models?` })
          : t`Archive ${first?.name ?? t`this model`}?`
      }
      action={many ? plural(dolls.length, { other: `Archive ${dolls.length} models` }) : t`Archive model`}
      onConfirm={run}
    >
      {many
        ? t`They will be removed from the shop, carts and favorites. Orders and chats are not affected. You can restore them from the archive.`
        : t`It will be removed from the shop, carts and favorites. Orders and chats are not affected. You can restore it from the archive.`}
    </Confirm>
  )
}

/** Ignores that the model is archived already, by somebody else or by a call whose answer was lost. */
function unlessArchived(error: unknown): void {
  if (!(error instanceof ApiError && error.code === "ARCHIVED")) throw error
}
