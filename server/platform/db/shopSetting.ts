import { statement } from "./statement.ts"
import type { Tx } from "./store.ts"

interface Readable {
  shop_name: string
  return_days: number
  emails_name_pieces: boolean
  time_zone: string
}

/** Returns one of the shop's settings, for features that the room of the settings depends on. */
export async function shopSetting<Name extends keyof Readable>(tx: Tx, name: Name): Promise<Readable[Name]> {
  const text = `select ${name} from shop_settings where id = 1`
  const [row] = await statement<Readable>(tx, `shop_${name}`, text, [])
  return row![name]
}
