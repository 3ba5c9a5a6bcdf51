import { t } from "../t.ts"

/** The texts of the emails that the shop sends by itself. */
export const automaticCopy = {
  email_unpaid_subject: t`Order {order} is still waiting for your payment`,
  email_unpaid_text: t`Your order {order} is reserved for you until {until}. After that, it is cancelled and what is in it can be bought by others.`,
  email_review_subject: t`How was your order {order}?`,
  email_review_text: t`Your order {order} was delivered some days ago. If you'd like to tell others about it, open the order and write a review.`,
  email_restock_subject: t`It's back in stock`,
  email_restock_text: t`Something you asked about is available again. We email people in the order they asked. Nothing is reserved, so it may sell out again.`,
  email_ending_subject: t`Your access ends soon`,
  email_ending_text: t`Your access ends on {until}. It won't renew automatically. If you'd like to keep it, you can renew now without losing any days.`,
  email_changing_text: t`Your current access ends on {until}. The other access you bought starts then.`,
}
