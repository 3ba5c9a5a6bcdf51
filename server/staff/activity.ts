import { sql } from "drizzle-orm"
import type { ActivityType } from "#contract/admin.ts"
import type { Tx } from "../db/store.ts"
import { activities } from "./tables.ts"

interface Happening {
  /** Whom it is about. */
  userId?: number | null
  /** The order, the payment or the item of the queue. */
  subjectId?: number | null
  amountCents?: number
  /** An order's number, a level, a reason: nothing that belongs to a person. */
  detail?: string
  critical?: boolean
}

/** Writes down for the admins' feed what has happened, in the transaction in which it happens. */
export async function happened(tx: Tx, type: ActivityType, what: Happening): Promise<void> {
  const { userId = null, subjectId = null, amountCents = null, detail = null, critical = false } = what
  await tx.db.insert(activities).values({ type, userId, subjectId, amountCents, detail, critical, createdAt: tx.now() })
}

/** Tells the feed of what was put into the database without a word: the demo shop's past. */
export async function retell(tx: Tx): Promise<void> {
  await tx.db.execute(sql`
    insert into activities (type, user_id, subject_id, amount_cents, detail, created_at)
    select * from (
      select case role when 'user' then 'user_registration' else 'moderator_created' end as type, id as user_id, id as subject_id,
        null::bigint as amount_cents, null::text as detail, created_at from users where role in ('user', 'moderator')
      union all
      select 'order', user_id, id, total_cents, order_number, created_at from orders
      union all
      select 'model_purchase', user_id, id, total_cents, order_number, paid_at from orders where paid_at is not null
      union all
      select 'payment', user_id, id, amount_cents, null, effect_at from payments where effect_at is not null
      union all
      select 'subscription', user_id, id, price_cents, level, created_at from membership_periods where kind = 'bought'
    ) as past order by created_at`)
}
