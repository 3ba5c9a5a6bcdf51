import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { orderStatusText } from "#contract/buyingText.ts"
import { t } from "#contract/t.ts"
import { call } from "../../platform/api/client.ts"
import type { Address } from "../../platform/router.ts"
import { money } from "../../platform/ui/format.ts"

export interface Item {
  id: string
  label: string
  note?: string
  /** The shortcut of the command. */
  keys?: readonly string[]
  run(): void
}
export interface Group {
  value: string
  items: Item[]
}

interface Kind {
  /** Only users who may open this tab see the results. */
  tab: string
  group: string
  ask(q: string, signal: AbortSignal): Promise<(Omit<Item, "run"> & { to: Address })[]>
}

const limit = 5

const kinds: Kind[] = [
  {
    tab: "models",
    group: t`Models`,
    ask: async (q, signal) =>
      (await call("GET /dolls", { query: { q, limit, all: "1" }, signal })).map((doll) => ({
        id: `model-${doll.id}`,
        label: doll.name,
        note: money(doll.price),
        to: `/admin/model/edit/${doll.id}`,
      })),
  },
  {
    tab: "videos",
    group: t`Videos`,
    ask: async (q, signal) =>
      (await call("GET /videos/", { query: { q, limit, all: "1" }, signal })).map((video) => ({
        id: `video-${video.id}`,
        label: video.title,
        note: video.model_name,
        to: `/admin?${new URLSearchParams({ tab: "videos", q: video.title })}`,
      })),
  },
  {
    tab: "admins",
    group: t`Users`,
    ask: async (q, signal) =>
      (await call("GET /admin/users", { query: { q, limit }, signal })).map((user) => ({
        id: `user-${user.id}`,
        label: user.full_name || user.email,
        note: user.email,
        to:
          user.role === "user"
            ? `/admin/customer/${user.id}`
            : `/staff-dashboard?${new URLSearchParams({ tab: "user-management", q: user.email })}`,
      })),
  },
  {
    tab: "contacts",
    group: t`Contacts`,
    ask: async (q, signal) =>
      (await call("GET /admin/contacts", { query: { q, limit }, signal })).map((contact) => ({
        id: `contact-${contact.id}`,
        label: contact.subject || contact.name,
        note: `${contact.name}, ${contact.email}`,
        to: `/admin?${new URLSearchParams({ tab: "contacts", q: contact.email || contact.name })}`,
      })),
  },
  {
    tab: "payments",
    group: t`Payments`,
    ask: async (q, signal) =>
      (await call("GET /admin/payments", { query: { q, limit }, signal })).payments.map((payment) => ({
        id: `payment-${payment.id}`,
        label: payment.payment_id,
        note: `${money(payment.amount)}, ${payment.user_email ?? t`unknown`}`,
        to: `/admin?${new URLSearchParams({ tab: "payments", payment: String(payment.id) })}`,
      })),
  },
  {
    tab: "orders",
    group: t`Orders`,
    ask: async (q, signal) =>
      (await call("GET /admin/orders", { query: { q, limit }, signal })).map((order) => ({
        id: `order-${order.id}`,
        label: order.orderNumber,
        note: `${orderStatusText(order.status)}, ${money(order.paymentAmount)}`,
        to: `/admin?${new URLSearchParams({ tab: "orders", order: String(order.id) })}`,
      })),
  },
]

/** Searches all lists. A list that fails is left out. */
export function useFound(
  text: string,
  tabs: { id: string }[],
  go: (to: Address) => void,
): { groups: Group[]; busy: boolean } {
  const q = useSettled(text.trim())
  const open = kinds.filter((kind) => tabs.some(({ id }) => id === kind.tab))
  const { data, isFetching } = useQuery({
    queryKey: ["admin", "palette", q],
    queryFn: ({ signal }) => Promise.all(open.map((kind) => kind.ask(q, signal).catch(() => []))),
    enabled: q.length > 1,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const lists = q.length > 1 ? (data ?? []) : []
  const groups = open.flatMap(({ group }, at) => {
    const items = (lists[at] ?? []).map(({ to, ...item }) => ({ ...item, run: () => go(to) }))
    return items.length > 0 ? [{ value: group, items }] : []
  })
  return { groups, busy: isFetching || (text.trim() !== q && text.trim().length > 1) }
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 200)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
