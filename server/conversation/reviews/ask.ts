import { and, eq, isNull } from "drizzle-orm"
import { users } from "../../platform/auth/tables.ts"
import { after, days } from "../../platform/clock.ts"
import { shopSetting } from "../../platform/db/shopSetting.ts"
import { statement } from "../../platform/db/statement.ts"
import type { Store } from "../../platform/db/store.ts"
import * as emails from "../../platform/mail/emails.ts"
import { enqueue } from "../../platform/mail/outbox.ts"
import { aboutOrder, piecesOf } from "../../sales/orders/emails.ts"
import { orders } from "../../sales/orders/tables.ts"
import { live } from "../../shopfront/catalog/rows.ts"

/** How long after its completion an order is asked about. */
const askAfter = days(3)
/** Nobody is asked about an order that was completed before that, such as while the emails were off. */
const tooLate = days(14)

/** SQL of the completed orders of which something is not reviewed, by customers who want to be asked. */
const due = `
  select o.id from orders o join users u on u.id = o.user_id
  where o.status = 'completed' and o.review_asked_at is null and o.review is null and o.refunded_cents = 0
    and o.completed_at > $1::timestamptz and o.completed_at <= $2::timestamptz
    and u.deleted_at is null and u.suspended_at is null
    and not exists (select from preferences p where p.user_id = u.id and not p.mail_reviews)
    and exists (
      select from order_items i join dolls d on d.id = i.doll_id
      where i.order_id = o.id and ${live}
        and not exists (select from reviews r where r.doll_id = i.doll_id and r.user_id = o.user_id)
    )
  order by o.completed_at limit 200`

/** Asks for reviews of delivered orders, once for each order. */
export async function askForReviews(store: Store, home: string): Promise<void> {
  if (!(await shopSetting(store, "automatic_emails")).includes("review_request")) return
  const now = store.now()
  const times = [after(now, -tooLate).toISOString(), after(now, -askAfter).toISOString()]
  for (const { id } of await statement<{ id: number }>(store, "", due, times)) {
    await store.transaction(async (tx) => {
      // Of several nodes one marks the order.
      const [order] = await tx.db
        .update(orders)
        .set({ reviewAskedAt: tx.now() })
        .where(and(eq(orders.id, id), eq(orders.status, "completed"), isNull(orders.reviewAskedAt)))
        .returning()
      if (!order) return
      const [customer] = await tx.db
        .select({ to: users.email, zone: users.timeZone, verifiedAt: users.emailVerifiedAt })
        .from(users)
        .where(eq(users.id, order.userId!))
      if (!customer?.verifiedAt) return
      const about = { ...aboutOrder(order, home, customer.zone), to: customer.to, pieces: await piecesOf(tx, order) }
      await enqueue(tx, emails.reviewRequest(about), order.language)
    })
  }
}
