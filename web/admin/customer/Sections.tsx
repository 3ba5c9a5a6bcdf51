import type { ReactNode } from "react"
import type {
  Customer,
  CustomerChats,
  CustomerMemberships,
  CustomerPart,
  CustomerPayments,
  CustomerReports,
  CustomerReturns,
  CustomerReviews,
  CustomerSessions,
} from "#contract/customers.ts"
import { returnReasonTexts } from "#contract/refundText.ts"
import { plural, t } from "#contract/t.ts"
import { customerTexts } from "#contract/timelineText.ts"
import { CustomerLink } from "../../backoffice/staff-ui/CustomerLink.tsx"
import { nameOf } from "../../backoffice/staff-ui/levels.ts"
import { PagedList } from "../../backoffice/staff-ui/PagedList.tsx"
import { Stars } from "../../people/account/Stars.tsx"
import { call } from "../../platform/api/client.ts"
import { inSentence } from "../../platform/language.ts"
import { Link } from "../../platform/router.ts"
import { dateOf, dateTimeOf, money } from "../../platform/ui/format.ts"
import { Tag } from "../../platform/ui/states.tsx"
import { giftState } from "../../shopfront/orders/giftState.ts"
import { ReturnBadge } from "../../shopfront/orders/ReturnBadge.tsx"
import { OrderLine } from "../orders/OrderLine.tsx"
import { PaymentState } from "../payments/PaymentState.tsx"
import { ChatButton, ChatDialog } from "./Chat.tsx"
import { EmailRow } from "./EmailRow.tsx"
import { customerKey, Part } from "./Part.tsx"

const limit = 5

/** Shows the lists that the admin may open. */
export function Sections({ customer }: { customer: Customer }) {
  const { id, parts } = customer
  const listed = <Item extends { id: number }>(
    part: CustomerPart,
    title: string,
    read: (
      query: { before?: number; limit: number },
      signal: AbortSignal,
    ) => Promise<{ items: Item[]; next: number | null }>,
    row: (item: Item) => ReactNode,
    waiting?: string,
  ) =>
    parts.includes(part) && (
      <Part key={part} title={title}>
        <PagedList<Item, number>
          label={title}
          queryKey={[...customerKey(id), part]}
          read={(before, signal) => read({ before, limit }, signal)}
          rowKey={(item) => item.id}
          row={row}
          empty={customerTexts.empty(inSentence(title))}
          failed={customerTexts.sectionFailed(inSentence(title))}
          waiting={waiting}
        />
      </Part>
    )
  const base = `/admin/customers/${id}` as const
  return (
    <>
      {listed(
        "orders",
        t`Orders`,
        (query, signal) => call(`GET ${base}/orders`, { query, signal }),
        OrderLine,
        // The orders are at the top, so a long list reserves its height.
        customer.orders_count >= limit ? "h-96" : undefined,
      )}
      {listed("returns", t`Returns`, (query, signal) => call(`GET ${base}/returns`, { query, signal }), ReturnRow)}
      {listed("payments", t`Payments`, (query, signal) => call(`GET ${base}/payments`, { query, signal }), PaymentRow)}
      {listed(
        "memberships",
        t`Memberships`,
        (query, signal) => call(`GET ${base}/memberships`, { query, signal }),
        MembershipRow,
      )}
      {listed("reviews", t`Reviews`, (query, signal) => call(`GET ${base}/reviews`, { query, signal }), ReviewRow)}
      {listed("chats", t`Chats`, (query, signal) => call(`GET ${base}/chats`, { query, signal }), ChatRow)}
      {parts.includes("chats") && <ChatDialog customerId={id} />}
      {listed(
        "reports",
        t`Flagged items`,
        (query, signal) => call(`GET ${base}/reports`, { query, signal }),
        ReportRow,
      )}
      {listed(
        "emails",
        t`Emails`,
        (query, signal) => call(`GET ${base}/emails`, { query, signal }),
        (email) => (
          <EmailRow email={email} customerId={id} />
        ),
      )}
      {listed("sessions", t`Logins`, (query, signal) => call(`GET ${base}/sessions`, { query, signal }), SessionRow)}
    </>
  )
}

const line = "flex flex-wrap items-center gap-x-3 gap-y-1"

function ReturnRow({ order_id, order_number, status, reason, created_at }: CustomerReturns["items"][number]) {
  return (
    <>
      <span className={line}>
        <Link to={`/admin?tab=orders&order=${order_id}`} className="link tabular">
          {order_number}
        </Link>
        <ReturnBadge status={status} />
      </span>
      <Note>{`${dateOf(created_at)}, ${returnReasonTexts[reason]}`}</Note>
    </>
  )
}

function PaymentRow(payment: CustomerPayments["items"][number]) {
  const what = payment.order_number ?? (payment.level && nameOf[payment.level])
  return (
    <>
      <span className={line}>
        <Link to={`/admin?tab=payments&payment=${payment.id}`} className="link">
          <code className="wrap-anywhere text-meta">{payment.payment_id}</code>
        </Link>
        <PaymentState status={payment.status} />
        {payment.gift && <Tag>{t`Gift`}</Tag>}
        <span className="tabular ms-auto">{money(payment.amount)}</span>
      </span>
      <Note>
        {[dateOf(payment.created_at), what, payment.gift && giftState(payment.gift)].filter(Boolean).join(", ")}
      </Note>
      {payment.gift?.redeemed_by && (
        <span className={`${line} text-meta`}>
          <span className="text-ink-3">{t`Redeemed by`}</span>
          <CustomerLink id={payment.gift.redeemed_by}>
            {payment.gift.redeemer ?? `#${payment.gift.redeemed_by}`}
          </CustomerLink>
        </span>
      )}
    </>
  )
}

const memberships = { bought: t`Bought`, converted: t`Converted`, granted: t`Granted`, gift: t`Gift` }

function MembershipRow({ level, kind, price, starts_at, ends_at, revoked_at }: CustomerMemberships["items"][number]) {
  return (
    <>
      <span className={line}>
        <span className="font-semibold">{nameOf[level]}</span>
        <Tag>{memberships[kind]}</Tag>
        {revoked_at && <Tag tone="danger">{t`Revoked`}</Tag>}
        {kind !== "granted" && <span className="tabular ms-auto">{money(price)}</span>}
      </span>
      <Note>{`${dateOf(starts_at)} – ${ends_at ? dateOf(ends_at) : t`no end`}`}</Note>
    </>
  )
}

function ReviewRow({ doll_id, model, rating, comment, created_at }: CustomerReviews["items"][number]) {
  return (
    <>
      <span className={line}>
        <Link to={`/model/${doll_id}`} className="link">
          {model}
        </Link>
        <Stars rating={rating} />
        <span className="tabular ms-auto text-ink-3 text-meta">{dateOf(created_at)}</span>
      </span>
      <span className="wrap-anywhere block text-ink-2">{comment}</span>
    </>
  )
}

function ChatRow(chat: CustomerChats["items"][number]) {
  return (
    <>
      <span className={line}>
        <span className="font-semibold">{chat.model}</span>
        {chat.frozen && <Tag tone="warn">{t`On hold`}</Tag>}
        <span className="ms-auto">
          <ChatButton chat={chat} />
        </span>
      </span>
      <Note>
        {t`${chat.moderator ?? t`No moderator`}, ${plural(chat.messages, { one: "1 message", other: `${chat.messages} messages` })}, last active ${dateTimeOf(chat.last_activity_at)}`}
      </Note>
    </>
  )
}

const kinds = { message: t`Message`, review: t`Review`, doll: t`Model`, video: t`Video`, slideshow: t`Slide` }
const outcomes = {
  approved: t({ context: "decision on a review", message: "Approved" }),
  deleted: t`Deleted`,
  withdrawn: t`Withdrawn`,
}

function ReportRow({ kind, reason, critical, created_at, outcome }: CustomerReports["items"][number]) {
  return (
    <>
      <span className={line}>
        <Link to="/admin?tab=flagged" className="link">
          {kinds[kind]}
        </Link>
        {critical && <Tag tone="danger">{t`Critical`}</Tag>}
        <Tag tone={outcome ? "neutral" : "warn"}>{outcome ? outcomes[outcome] : t`Open`}</Tag>
        <span className="tabular ms-auto text-ink-3 text-meta">{dateTimeOf(created_at)}</span>
      </span>
      <span className="wrap-anywhere block text-ink-2">{reason}</span>
    </>
  )
}

function SessionRow({ device, created_at, last_seen_at, is_open }: CustomerSessions["items"][number]) {
  return (
    <>
      <span className={line}>
        {device.replace(/^./, (first) => first.toUpperCase())}
        {is_open && <Tag tone="success">{t`Logged in`}</Tag>}
      </span>
      <Note>{t`Logged in ${dateTimeOf(created_at)}, last seen ${dateTimeOf(last_seen_at)}`}</Note>
    </>
  )
}

function Note({ children }: { children: string }) {
  return <span className="tabular block text-ink-3 text-meta">{children}</span>
}
