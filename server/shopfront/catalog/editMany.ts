import type { EditedRow, EditRow } from "#contract/catalog.ts"
import { type Actor, assertAdmin } from "../../platform/auth/actor.ts"
import type { Store } from "../../platform/db/store.ts"
import { problemOf, spoken } from "../../platform/http/problems.ts"
import { Refusal } from "../../platform/refusal.ts"
import * as catalog from "./catalog.ts"

/** Saves each row separately: a refused row has its reason in the result and does not hold up the others. */
export async function editMany(store: Store, actor: Actor, rows: EditRow[]): Promise<EditedRow[]> {
  assertAdmin(actor, "content_admin")
  const results: EditedRow[] = []
  for (const { id, version, fields } of rows) {
    try {
      const input = { id, fields, seen: [{ version }] }
      await store.transaction((tx) => catalog.editDoll(tx, actor, input))
      results.push({ id, code: null, detail: null, errors: [], doll: await now(id) })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { code, detail, errors = [] } = spoken(problemOf(error))
      results.push({ id, code, detail, errors, doll: await now(id).catch(() => null) })
    }
  }
  return results

  async function now(id: number) {
    return (await catalog.openDoll(store, actor, id)).doll
  }
}
