import { type SQL, sql } from "drizzle-orm"
import type { Role } from "#contract/accounts.ts"
import { orderStatusText } from "#contract/buyingText.ts"
import type { SubjectKind, Timeline, TimelineEvent, TimelineKind, TimelineQuery } from "#contract/customers.ts"
import { levelName, type PaidLevel } from "#contract/membership.ts"
import { emailStates, otherAction, timelineActionTexts, timelineTexts } from "#contract/timelineText.ts"
import { chatRooms } from "../../conversation/chat/tables.ts"
import { reviews } from "../../conversation/reviews/tables.ts"
import { agentOf } from "../../people/accounts/agents.ts"
import { membershipPeriods } from "../../people/membership/tables.ts"
import type { Actor, Person } from "../../platform/auth/actor.ts"
import { sessions, users } from "../../platform/auth/tables.ts"
import type { Tx } from "../../platform/db/store.ts"
import { said } from "../../platform/languages.ts"
import { mailOutbox } from "../../platform/mail/tables.ts"
import { reasonIn } from "../../platform/moderation/reasons.ts"
import { flaggedItems } from "../../platform/moderation/tables.ts"
import { formatCents } from "../../platform/money.ts"
import { auditLog } from "../../platform/records/tables.ts"
import { orderEvents, orders } from "../../sales/orders/tables.ts"
import { arrivedCents } from "../../sales/payments/progress.ts"
import { gifts, payments } from "../../sales/payments/tables.ts"
import { dolls } from "../../shopfront/catalog/tables.ts"
import { emailsAbout, emailsOf, stateOf } from "./emails.ts"
import { assertReads, type CustomerRow, customerRow, openSubject, opens, type Subject } from "./subjects.ts"
import { notes } from "./tables.ts"

/** A row of the merged sources. `ref` is the id that the link needs; `a` to `d` depend on the kind. */
interface Row {
  at: number
  kind: keyof typeof presenters
  key: number
  actor_id: number | null
  name: string | null
  role: Role | null
  a: string | null
  b: string | null
  c: string | null
  d: string | null
  ref: number | null
}

interface Source {
  kind: Row["kind"]
  at: SQL
  key: SQL
  /** The person who acted; null for the customer or the shop. */
  actor?: SQL
  a?: SQL
  b?: SQL
  c?: SQL
  d?: SQL
  ref?: SQL
  from: SQL
}

/**
 * Returns the events of a subject, newest first: each source is read up to the page's size, and they are merged.
 * `before` is the position of the last event of the page before.
 */
export async function timelineOf(
  tx: Tx,
  actor: Actor,
  kind: SubjectKind,
  { id, before, limit }: TimelineQuery & { id: number },
): Promise<Timeline> {
  assertReads(actor, kind)
  const subject = await openSubject(tx, actor, kind, id)
  const customer = kind === "customer" ? await customerRow(tx, id) : null
  const sources = [...sourcesOf[kind](subject, actor, customer), notesOn(subject)]
  const parts = sources.map((source) => select(source, before, limit + 1))
  const found = (await tx.db.execute(sql`select merged.*, ${users.fullName} as name, ${users.role} as role
    from (select * from (${sql.join(parts, sql` union all `)}) as every
      order by at desc, kind desc, key desc limit ${limit + 1}) as merged
    left join ${users} on ${users.id} = merged.actor_id and ${users.deletedAt} is null
    order by merged.at desc, merged.kind desc, merged.key desc`)) as unknown as { rows: Row[] }
  const rows = found.rows.slice(0, limit)
  const last = rows.at(-1)
  return {
    items: rows.map(present),
    next: found.rows.length > limit ? `${Number(last!.at)}.${last!.kind}.${last!.key}` : null,
  }
}

/** Reads one source, up to the page's size. Times are compared in milliseconds, the precision of the position. */
function select(source: Source, before: string | undefined, most: number): SQL {
  const [at, kind, key] = before?.split(".") ?? []
  const moment = sql`floor(extract(epoch from ${source.at}) * 1000)::float8`
  const behind = before
    ? sql`and ${source.at} <= to_timestamp(${Number(at) + 1}::float8 / 1000)
        and (${moment}, ${source.kind}::text, ${source.key}) < (${Number(at)}::float8, ${kind}::text, ${Number(key)}::int)`
    : sql``
  const text = (value: SQL | undefined) => (value ? sql`(${value})::text` : sql`null::text`)
  return sql`(select ${moment} as at, ${source.kind}::text as kind, ${source.key} as key,
      ${source.actor ?? sql`null::int`} as actor_id, ${text(source.a)} as a, ${text(source.b)} as b,
      ${text(source.c)} as c, ${text(source.d)} as d, ${source.ref ?? sql`null::int`} as ref
    from ${source.from} and ${source.at} is not null ${behind}
    order by ${source.at} desc, ${source.key} desc limit ${most})`
}

type Sources = (subject: Subject, actor: Person, customer: CustomerRow | null) => Source[]

const sourcesOf: Record<SubjectKind, Sources> = {
  customer: ({ id }, actor, customer) => [
    ...accountOf(id),
    ...(opens(actor, "sessions") ? [signInsOf(id)] : []),
    ...(opens(actor, "orders") ? [ordersWhere(sql`${orders.userId} = ${id}`)] : []),
    ...(opens(actor, "payments") ? paymentsWhere(sql`${payments.userId} = ${id}`) : []),
    ...(opens(actor, "memberships") ? membershipsOf(id) : []),
    ...(opens(actor, "emails") ? [emailsWhere(emailsOf(customer!))] : []),
    reviewsOf(id),
    ...(opens(actor, "chats") ? [chatsWhere(sql`${chatRooms.userId} = ${id}`)] : []),
    ...(opens(actor, "reports") ? [flaggedWhere(sql`${flaggedItems.authorId} = ${id}`)] : []),
    staffOn("user", sql`= ${id}`),
    ...(opens(actor, "chats")
      ? [staffOn("chat_room", sql`in (select ${chatRooms.id} from ${chatRooms} where ${chatRooms.userId} = ${id})`)]
      : []),
  ],
  order: ({ id }) => [
    ordersWhere(sql`${orders.id} = ${id}`),
    ...paymentsWhere(sql`${payments.orderId} = ${id}`),
    emailsWhere(emailsAbout(id)),
  ],
  room: ({ id }) => [
    chatsWhere(sql`${chatRooms.id} = ${id}`),
    flaggedWhere(sql`${flaggedItems.kind} = 'message' and ${flaggedItems.roomId} = ${id}`),
    staffOn("chat_room", sql`= ${id}`),
  ],
}

function accountOf(id: number): Source[] {
  const from = sql`${users} where ${users.id} = ${id}`
  const key = sql`${users.id}`
  return [
    { kind: "registered", at: sql`${users.createdAt}`, key, from },
    { kind: "confirmed", at: sql`${users.emailVerifiedAt}`, key, from },
  ]
}

const signInsOf = (id: number): Source => ({
  kind: "signed_in",
  at: sql`${sessions.createdAt}`,
  key: sql`${sessions.id}`,
  a: sql`${sessions.userAgent}`,
  from: sql`${sessions} where ${sessions.userId} = ${id}`,
})

const ordersWhere = (where: SQL): Source => ({
  kind: "order",
  at: sql`${orderEvents.createdAt}`,
  key: sql`${orderEvents.id}`,
  actor: sql`${orderEvents.actorId}`,
  a: sql`${orders.orderNumber}`,
  b: sql`${orderEvents.fromStatus}`,
  c: sql`${orderEvents.toStatus}`,
  // The note has the provider's id of a payment, which people know, instead of ours.
  d: sql`coalesce((select replace(${orderEvents.note}, 'payment ' || ${payments.id}, 'payment ' || ${payments.paymentId})
    from ${payments} where ${payments.id} = substring(${orderEvents.note} from 'payment ([0-9]{1,9})')::int),
    case when ${orderEvents.toStatus} = 'cancelled' then ${orderEvents.note} || ': ' || ${orders.cancelReason} end,
    ${orderEvents.note})`,
  ref: sql`${orders.id}`,
  from: sql`${orders} join ${orderEvents} on ${orderEvents.orderId} = ${orders.id} where ${where}`,
})

function paymentsWhere(where: SQL): Source[] {
  const rest = {
    key: sql`${payments.id}`,
    a: sql`${payments.amountCents}`,
    b: sql`${payments.paymentId}`,
    c: sql`json_build_object(${sql.join(
      amountColumns.map((name) => sql`${sql.raw(`'${name}'`)}, ${payments[name]}`),
      sql`, `,
    )})`,
    ref: sql`${payments.id}`,
    from: sql`${payments} where ${where}`,
  }
  return [
    { ...rest, kind: "payment_started", at: sql`${payments.createdAt}` },
    { ...rest, kind: "payment_received", at: sql`${payments.effectAt}` },
    { ...rest, kind: "payment_refunded", at: sql`${payments.refundedAt}` },
  ]
}

function membershipsOf(id: number): Source[] {
  const rest = {
    key: sql`${membershipPeriods.id}`,
    a: sql`${membershipPeriods.level}`,
    from: sql`${membershipPeriods} where ${membershipPeriods.userId} = ${id} and ${membershipPeriods.kind} in ('bought', 'granted')`,
  }
  return [
    {
      ...rest,
      kind: "membership",
      at: sql`${membershipPeriods.createdAt}`,
      b: sql`case when exists (select from ${gifts} where ${gifts.paymentId} = ${membershipPeriods.paymentId}) then 'gift' else ${membershipPeriods.kind} end`,
    },
    { ...rest, kind: "membership_ended", at: sql`${membershipPeriods.revokedAt}` },
  ]
}

const emailsWhere = (where: SQL): Source => ({
  kind: "email",
  at: sql`${mailOutbox.createdAt}`,
  key: sql`${mailOutbox.id}`,
  a: sql`${mailOutbox.subject}`,
  b: sql`${mailOutbox.sentAt}`,
  c: sql`${mailOutbox.deadAt}`,
  from: sql`${mailOutbox} where ${where}`,
})

const reviewsOf = (id: number): Source => ({
  kind: "review",
  at: sql`${reviews.createdAt}`,
  key: sql`${reviews.id}`,
  a: sql`${dolls.name}`,
  ref: sql`${dolls.id}`,
  from: sql`${reviews} join ${dolls} on ${dolls.id} = ${reviews.dollId} where ${reviews.userId} = ${id}`,
})

const chatsWhere = (where: SQL): Source => ({
  kind: "chat",
  at: sql`${chatRooms.createdAt}`,
  key: sql`${chatRooms.id}`,
  a: sql`${dolls.name}`,
  from: sql`${chatRooms} join ${dolls} on ${dolls.id} = ${chatRooms.dollId} where ${where}`,
})

const flaggedWhere = (where: SQL): Source => ({
  kind: "flagged",
  at: sql`${flaggedItems.createdAt}`,
  key: sql`${flaggedItems.id}`,
  a: sql`${flaggedItems.reason}`,
  from: sql`${flaggedItems} where ${where}`,
})

/** Events of the audit log. */
const staffOn = (target: string, ids: SQL): Source => ({
  kind: "staff",
  at: sql`${auditLog.createdAt}`,
  key: sql`${auditLog.id}`,
  actor: sql`${auditLog.actorId}`,
  a: sql`${auditLog.action}`,
  b: sql`case when ${auditLog.action} in ('user.grant_membership', 'user.end_membership')
    then ${auditLog.after} ->> 'reason' end`,
  from: sql`${auditLog} where ${auditLog.targetKind} = ${target} and ${auditLog.targetId} ${ids}`,
})

const notesOn = ({ kind, id }: Subject): Source => ({
  kind: "note",
  at: sql`${notes.createdAt}`,
  key: sql`${notes.id}`,
  actor: sql`${notes.authorId}`,
  a: sql`left(${notes.content}, 200)`,
  from: sql`${notes} where ${notes.subject} = ${kind} and ${notes.subjectId} = ${id}`,
})

interface Presented {
  kind: TimelineKind
  what: string
  detail?: string | null
  by?: TimelineEvent["by"]
  link?: string | null
}

/** The columns of a payment that `arrivedCents` reads. */
const amountColumns = [
  "status",
  "amountCents",
  "actuallyPaid",
  "payAmount",
  "priceAmount",
  "priceCurrency",
  "flags",
] as const

const money = (cents: string | null) => formatCents(Number(cents))
function arrived(columns: string | null): string {
  const payment = JSON.parse(columns!)
  return formatCents(arrivedCents(payment, payment.amountCents))
}
const orderAt = (id: number | null) => `/admin?tab=orders&order=${id}`
const paymentAt = (id: number | null) => `/admin?tab=payments&payment=${id}`
const named = (level: string | null) => said(levelName(level as PaidLevel))

const membershipTexts = {
  bought: timelineTexts.bought,
  gift: timelineTexts.redeemed,
  granted: timelineTexts.granted,
}

/** The texts of each source. An event without a member of staff is the customer's by default. */
const presenters = {
  registered: () => ({ kind: "account", what: said(timelineTexts.registered) }),
  confirmed: () => ({ kind: "account", what: said(timelineTexts.confirmed) }),
  signed_in: ({ a }) => ({ kind: "sign_in", what: timelineTexts.signedIn(said(agentOf(a))) }),
  order: ({ a, b, c, d, ref, actor_id }) => ({
    kind: "order",
    what:
      b === null
        ? timelineTexts.placed(a!)
        : b === c
          ? timelineTexts.noted(a!)
          : timelineTexts.moved(a!, said(orderStatusText(b)), said(orderStatusText(c!))),
    detail: d,
    by: actor_id === null && b !== null ? "system" : undefined,
    link: orderAt(ref),
  }),
  payment_started: ({ a, b, ref }) => ({
    kind: "payment",
    what: timelineTexts.started(money(a)),
    detail: b,
    link: paymentAt(ref),
  }),
  payment_received: ({ b, c, ref }) => ({
    kind: "payment",
    what: timelineTexts.received(arrived(c)),
    detail: b,
    by: "system",
    link: paymentAt(ref),
  }),
  payment_refunded: ({ b, c, ref }) => ({
    kind: "payment",
    what: timelineTexts.refunded(arrived(c)),
    detail: b,
    by: "system",
    link: paymentAt(ref),
  }),
  membership: ({ a, b }) => ({
    kind: "membership",
    what: membershipTexts[b as keyof typeof membershipTexts](named(a)),
    by: b === "granted" ? "system" : undefined,
  }),
  membership_ended: ({ a }) => ({ kind: "membership", what: timelineTexts.membershipEnded(named(a)), by: "system" }),
  email: ({ a, b, c }) => ({
    kind: "email",
    what: timelineTexts.emailed(a!),
    detail: said(emailStates[stateOf({ sentAt: b ? new Date(b) : null, deadAt: c ? new Date(c) : null })]),
    by: "system",
  }),
  review: ({ a, ref }) => ({ kind: "review", what: timelineTexts.reviewed(a!), link: `/model/${ref}` }),
  chat: ({ a }) => ({ kind: "chat", what: timelineTexts.chatOpened(a!) }),
  flagged: ({ a }) => ({ kind: "flagged", what: timelineTexts.flagged(reasonIn(a!)), by: "system" }),
  staff: ({ a, b }) => ({ kind: "staff", what: said(timelineActionTexts[a!] ?? otherAction), detail: b, by: "system" }),
  note: ({ a }) => ({ kind: "note", what: said(timelineTexts.noteWritten), detail: a, by: "staff" }),
} satisfies Record<string, (row: Row) => Presented>

function present(row: Row): TimelineEvent {
  const { kind, what, detail = null, by = "customer", link = null }: Presented = presenters[row.kind](row)
  return {
    id: `${row.kind}-${row.key}`,
    kind,
    at: new Date(Number(row.at)).toISOString(),
    by: row.actor_id === null ? by : row.role === "user" ? "customer" : "staff",
    name: row.role === "user" ? null : row.name,
    what,
    detail,
    link,
  }
}
