import type { Tx } from "../../platform/db/store.ts"

export const catalogTopic = "catalog"

/** Publishes, after the commit, that something on the public pages has changed. */
export function catalogChanged(tx: Pick<Tx, "publish">): void {
  tx.publish(catalogTopic, null)
}
