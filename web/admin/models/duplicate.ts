import type { Doll } from "#contract/catalog.ts"
import { t } from "#contract/t.ts"
import { refresh } from "../../backoffice/table/useRows.ts"
import { call, explain } from "../../platform/api/client.ts"
import { toast } from "../../platform/ui/toast.tsx"
import { hasToken } from "../parts/needToken.ts"

let isBusy = false

/** Copies a model as a draft. Returns null if that failed, or while another copy is being made. */
export async function duplicate({ id, name }: Pick<Doll, "id" | "name">): Promise<Doll | null> {
  if (!hasToken() || isBusy) return null
  isBusy = true
  try {
    const headers = { "idempotency-key": crypto.randomUUID() }
    const copy = await call(`POST /dolls/${id}/duplicate`, { headers, timeout: 60_000 })
    toast(t`${name} duplicated`, { key: "duplicate", kind: "success", description: t`The copy is a draft.` })
    void refresh("models")
    return copy
  } catch (error) {
    toast(t`Failed to duplicate ${name}`, { key: "duplicate", kind: "error", description: explain(error) })
    return null
  } finally {
    isBusy = false
  }
}
