import type { Tx } from "../db/store.ts"

export const catalogTopic = "catalog"

/** Tells every node, after the commit, that something on the public pages has changed. */
export function catalogChanged(tx: Pick<Tx, "tell">): void {
  tx.tell(catalogTopic, null)
}
