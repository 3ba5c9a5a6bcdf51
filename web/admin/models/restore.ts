import type { Doll } from "#contract/catalog.ts"
import { modelAdminTexts } from "#contract/panelText.ts"
import { plural, t } from "#contract/t.ts"
import { refresh } from "../../backoffice/table/useRows.ts"
import { call, explain } from "../../platform/api/client.ts"
import { toast } from "../../platform/ui/toast.tsx"
import { hasToken } from "../parts/needToken.ts"

/** Restores archived models. A pending approval stays pending. Returns whether all were restored. */
export async function restore(dolls: Pick<Doll, "id" | "name">[]): Promise<boolean> {
  if (!hasToken()) return false
  let isDone = true
  try {
    const back: Doll[] = []
    for (const { id } of dolls) back.push(await call(`POST /dolls/${id}/restore`))
    const waiting = back.filter(({ needs_approval }) => needs_approval).length
    const [first] = back
    const many = plural(back.length, { other: `${back.length} models restored` })
    toast(back.length === 1 ? t`${first!.name} restored` : many, {
      key: "restore",
      kind: "success",
      description:
        waiting === 0 ? undefined : plural(waiting, { one: "One needs approval.", other: `${waiting} need approval.` }),
    })
  } catch (error) {
    isDone = false
    toast(modelAdminTexts.updateFailed, { description: explain(error), key: "restore", kind: "error" })
  }
  void refresh("models")
  return isDone
}
