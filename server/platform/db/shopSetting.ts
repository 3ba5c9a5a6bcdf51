import type { AutomaticEmail } from "#contract/automatic.ts"
import type { Look } from "#contract/brand.ts"
import type { Seller } from "#contract/seller.ts"
import { statement } from "./statement.ts"
import type { Tx } from "./store.ts"

interface Readable {
  automatic_emails: AutomaticEmail[]
  emails_name_pieces: boolean
  time_zone: string
}

/** Returns one of the shop's settings, for features that the room of the settings depends on. */
export async function shopSetting<Name extends keyof Readable>(tx: Tx, name: Name): Promise<Readable[Name]> {
  const text = `select ${name} from shop_settings where id = 1`
  const [row] = await statement<Readable>(tx, `shop_${name}`, text, [])
  return row![name]
}

/** What emails and pages say about the shop. */
export interface Shop {
  name: string
  returnDays: number
  /** Null until its address and email are entered: the table begins with the shop's name. */
  seller: Seller | null
  /** Null for that of a new shop. */
  look: Look | null
}

/** Published after the seller has changed. */
export const sellerTopic = "seller"

export async function shopOf(tx: Tx): Promise<Shop> {
  const text = `select shop_name as name, return_days as "returnDays", brand as look, (
      select to_json(one) from (
        select legal_name, address, email, phone, register, register_number, tax_number, controller, disputes
        from business_details where id = 1 and address is not null and email is not null
      ) one
    ) as seller from shop_settings where id = 1`
  const [row] = await statement<Shop>(tx, "shop", text, [])
  return row!
}
