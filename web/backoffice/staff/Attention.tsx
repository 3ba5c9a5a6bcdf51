import { queryOptions, useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import type { User } from "#contract/accounts.ts"
import { chatTexts, staffTexts } from "#contract/memberText.ts"
import { locale, plural, t } from "#contract/t.ts"
import { explain, list } from "../../platform/api/client.ts"
import { type Address, Link } from "../../platform/router.ts"
import {
  Boxes,
  ChevronRight,
  ClipboardList,
  Flag,
  type Icon,
  Mail,
  MessageCircle,
  UserRoundX,
} from "../../platform/ui/icons.ts"
import { ErrorState, Skeleton } from "../../platform/ui/states.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { queueSizeQuery, waitingQuery } from "../moderator/rooms.ts"
import { countQuery } from "../table/waiting.ts"

interface Waiting {
  to: Address
  icon: Icon
  count: number | undefined
  text(count: number): ReactNode
}

/** Lists what needs this person's attention, most urgent first. */
export function Attention({ user }: { user: User }) {
  return user.role === "moderator" ? <OfModerator user={user} /> : <OfAdmin type={user.admin_type} />
}

const contactsQuery = queryOptions({
  queryKey: ["admin", "contacts", "open"],
  queryFn: async ({ signal }) =>
    (await list("GET /admin/contacts", { query: { handled: "false", limit: 1 }, signal })).total,
  refetchOnMount: "always",
})
const unassignedQuery = queryOptions({
  queryKey: ["unassigned", "count"],
  queryFn: async ({ signal }) => (await list("GET /dolls/assigned/false", { query: { limit: 1 }, signal })).total,
  refetchOnMount: "always",
})

const lowQuery = queryOptions({
  queryKey: ["admin", "stock", "low"],
  queryFn: async ({ signal }) => (await list("GET /admin/stock", { query: { level: "low", limit: 1 }, signal })).total,
  refetchOnMount: "always",
})

function OfAdmin({ type }: { type: User["admin_type"] }) {
  const [sells, edits] = [type !== "content_admin", type !== "financial_admin"]
  // The tab bar keeps both counts up to date.
  const orders = useQuery({ ...countQuery("orders"), enabled: sells })
  const flagged = useQuery({ ...countQuery("flagged"), enabled: edits })
  const contacts = useQuery(contactsQuery)
  const unassigned = useQuery({ ...unassignedQuery, enabled: edits })
  const low = useQuery({ ...lowQuery, enabled: edits })
  const queries = [...(sells ? [orders] : []), ...(edits ? [flagged, unassigned, low] : []), contacts]
  const waiting: Waiting[] = [
    ...(sells
      ? [
          {
            to: "/admin?tab=orders&attention=1" as const,
            icon: ClipboardList,
            count: orders.data?.count,
            text: (count: number) => (
              <Trans>
                <Count of={count} /> {plural(count, { one: "order needs attention", other: "orders need attention" })}
              </Trans>
            ),
          },
        ]
      : []),
    ...(edits
      ? [
          {
            to: "/admin?tab=flagged" as const,
            icon: Flag,
            count: flagged.data?.count,
            text: (count: number) => (
              <Trans>
                <Count of={count} />{" "}
                {plural(count, { one: "flagged item to decide", other: "flagged items to decide" })}
              </Trans>
            ),
          },
        ]
      : []),
    {
      to: "/admin?tab=contacts&handled=false",
      icon: Mail,
      count: contacts.data,
      text: (count: number) => (
        <Trans>
          <Count of={count} /> {plural(count, { one: "message to answer", other: "messages to answer" })}
        </Trans>
      ),
    },
    ...(edits
      ? [
          {
            to: "/moderator-assignments" as const,
            icon: UserRoundX,
            count: unassigned.data,
            text: (count: number) => (
              <Trans>
                <Count of={count} />{" "}
                {plural(count, { one: "model without a moderator", other: "models without a moderator" })}
              </Trans>
            ),
          },
          {
            to: "/admin?tab=stock&level=low" as const,
            icon: Boxes,
            count: low.data,
            text: (count: number) => (
              <Trans>
                <Count of={count} /> {plural(count, { one: "model low in stock", other: "models low in stock" })}
              </Trans>
            ),
          },
        ]
      : []),
  ]
  return <Listed waiting={waiting} queries={queries} failed={staffTexts.dashboardFailed} />
}

function OfModerator({ user: { uuid } }: { user: User }) {
  const unread = useQuery(queueSizeQuery(uuid, "unread"))
  const flagged = useQuery(queueSizeQuery(uuid, "flagged"))
  // `WaitingChats` shows these below.
  const longest = useQuery(waitingQuery(uuid))
  const waiting: Waiting[] = [
    {
      to: "/moderator?queue=unread",
      icon: MessageCircle,
      count: unread.data,
      text: (count: number) => (
        <Trans>
          <Count of={count} />{" "}
          {plural(count, { one: "chat with unread messages", other: "chats with unread messages" })}
        </Trans>
      ),
    },
    {
      to: "/moderator?queue=flagged",
      icon: Flag,
      count: flagged.data,
      text: (count: number) => (
        <Trans>
          <Count of={count} />{" "}
          {plural(count, { one: "chat with flagged messages", other: "chats with flagged messages" })}
        </Trans>
      ),
    },
  ]
  return <Listed waiting={waiting} queries={[unread, flagged, longest]} failed={chatTexts.roomsFailed} />
}

function Count({ of }: { of: number }) {
  return <span className="tabular font-semibold">{of.toLocaleString(locale)}</span>
}

interface ListedProps {
  waiting: Waiting[]
  queries: { data: unknown; error: unknown; refetch(): unknown }[]
  failed: string
}

function Listed({ waiting, queries, failed }: ListedProps) {
  const missing = queries.filter(({ data }) => data === undefined)
  const error = missing.find(({ error }) => error)?.error
  const open = waiting.filter(({ count }) => count)
  return (
    <section aria-labelledby="attention">
      <h3 id="attention" className="font-semibold text-ui">{t`Needs attention`}</h3>
      {error ? (
        <ErrorState
          title={failed}
          detail={explain(error)}
          retry={() => void Promise.all(missing.map(({ refetch }) => refetch()))}
        />
      ) : missing.length > 0 ? (
        <div role="status" className="mt-2 border-line border-t">
          <span className="sr-only">{t`Loading what needs attention`}</span>
          {waiting.map(({ to }) => (
            <div key={to} className="flex h-12 items-center border-line border-b box-content">
              <Skeleton className="h-5 w-56" />
            </div>
          ))}
        </div>
      ) : open.length === 0 ? (
        <p className="mt-2 border-line border-y py-3 text-ink-2 text-ui">{t`You're all caught up.`}</p>
      ) : (
        <ul className="mt-2 border-line border-t">
          {open.map(({ to, icon: Icon, count, text }) => (
            <li key={to} className="border-line border-b">
              <Link to={to} className="flex min-h-12 items-center gap-3 py-1.5 hover:bg-surface">
                <Icon aria-hidden size={18} strokeWidth={1.5} className="shrink-0 text-ink-2" />
                <span className="min-w-0 flex-1">{text(count!)}</span>
                <ChevronRight aria-hidden size={18} className="shrink-0 text-ink-3" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
