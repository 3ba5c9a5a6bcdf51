import { statement } from "../db/statement.ts"
import type { Tx } from "../db/store.ts"

/** The time zone whose days the shop's figures are counted by. */
export async function shopZone(tx: Tx): Promise<string> {
  const text = "select time_zone from shop_settings where id = 1"
  const [row] = await statement<{ time_zone: string }>(tx, "shop_zone", text, [])
  return row!.time_zone
}
