import type { Doll } from "#contract/catalog.ts"
import { modelDeskTexts } from "#contract/panelText.ts"
import { call, explain } from "../../api/client.ts"
import { Confirm } from "../../ui/Confirm.tsx"
import { toast } from "../../ui/toast.tsx"
import { hasToken } from "../parts/needToken.ts"
import { refresh } from "../table/useRows.ts"

interface ArchiveProps {
  dolls: Pick<Doll, "id" | "name">[]
  onClose(): void
  onDone?(): void
}

/** Asks before models leave the shop. */
export function Archive({ dolls, onClose, onDone }: ArchiveProps) {
  const [first] = dolls
  const many = dolls.length > 1
  const run = async () => {
    if (!hasToken()) return
    try {
      for (const { id } of dolls) await call(`DELETE /dolls/delete/${id}`)
      toast(many ? `${dolls.length} models were archived.` : `${first!.name} was archived.`, { kind: "success" })
      onDone?.()
    } catch (error) {
      toast(modelDeskTexts.deleteFailed, { description: explain(error), kind: "error" })
    }
    refresh("models")
  }
  return (
    <Confirm
      open={dolls.length > 0}
      onClose={onClose}
      title={many ? `Archive ${dolls.length} models?` : `Archive ${first?.name ?? "this model"}?`}
      action={many ? "Archive them" : "Archive the model"}
      onConfirm={run}
    >
      {many ? "They leave" : "It leaves"} the shop, every cart and all favorites. Orders that hold{" "}
      {many ? "them" : "it"} keep everything, and what was said in chats stays.
    </Confirm>
  )
}
