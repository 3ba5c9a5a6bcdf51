import { sql } from "drizzle-orm"
import type { ActivityType } from "#contract/admin.ts"
import type { Tx } from "../db/store.ts"
import { activities } from "./tables.ts"

interface Happening {
  /** The person that the entry is about. */
  userId?: number | null
  /** The id of the order, the payment or the queue item. */
  subjectId?: number | null
  amountCents?: number
  /** An order number, a level or a reason, without personal data. */
  detail?: string
  critical?: boolean
}

/** Adds an entry to the admins' feed, in the transaction of the reported change. */
export async function recordActivity(tx: Tx, type: ActivityType, what: Happening): Promise<void> {
  const { userId = null, subjectId = null, amountCents = null, detail = null, critical = false } = what
  await tx.db.insert(activities).values({ type, userId, subjectId, amountCents, detail, critical, createdAt: tx.now() })
}

/** Adds entries for rows that were inserted without them: the history of the demo shop. */
export async function republishActivity(tx: Tx): Promise<void> {
  await tx.db.execute(sql`
    insert into activities (type, user_id, subject_id, amount_cents, detail, created_at)
    select * from (
      select case role when 'user' then 'user_registration' else 'moderator_created' end as type, id as user_id,
        id as subject_id,
        null::bigint as amount_cents, null::text as detail, created_at from users where role in ('user', 'moderator')
      union all
      select 'order', user_id, id, total_cents, order_number, created_at from orders
      union all
      select 'model_purchase', user_id, id, coalesce(revenue_cents, total_cents), order_number, paid_at
        from orders where paid_at is not null
      union all
      select 'payment', p.user_id, p.id, case p.status when 'partially_paid' then o.paid_cents else p.amount_cents end,
        null, effect_at from payments p left join orders o on o.id = p.order_id where effect_at is not null
      union all
      select 'subscription', user_id, id, price_cents, level, created_at from membership_periods where kind = 'bought'
    ) as past order by created_at`)
}
