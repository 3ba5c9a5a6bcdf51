import { statement } from "./statement.ts"
import type { Tx } from "./store.ts"

interface Readable {
  shop_name: string
  return_days: number
  /** The time zone whose days the shop's figures are counted by. */
  time_zone: string
}

/** One of the shop's settings, for features that those of the settings depend on. */
export async function shopSetting<Name extends keyof Readable>(tx: Tx, name: Name): Promise<Readable[Name]> {
  const text = `select ${name} from shop_settings where id = 1`
  const [row] = await statement<Readable>(tx, `shop_${name}`, text, [])
  return row![name]
}
