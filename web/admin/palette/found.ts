import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import type { AdminOrder, AdminPayment, AdminUser } from "#contract/admin.ts"
import type { Doll } from "#contract/catalog.ts"
import { orderStatusText } from "#contract/texts.ts"
import type { ListedVideo } from "#contract/videos.ts"
import { call } from "../../api/client.ts"
import { money } from "../../ui/format.ts"

export interface Item {
  id: string
  label: string
  note?: string
  run(): void
}
export interface Group {
  value: string
  items: Item[]
}

interface Kind {
  /** The tab whose users may ask for it. */
  tab: string
  group: string
  ask(q: string, signal: AbortSignal): Promise<(Omit<Item, "run"> & { to: string })[]>
}

const query = (q: string) => `?${new URLSearchParams({ q, limit: "5" })}`

const kinds: Kind[] = [
  {
    tab: "models",
    group: "Models",
    ask: async (q, signal) =>
      (await call<Doll[]>(`GET /dolls${query(q)}&all=1`, { signal })).map((doll) => ({
        id: `model-${doll.id}`,
        label: doll.name,
        note: money(doll.price),
        to: `/admin/model/edit/${doll.id}`,
      })),
  },
  {
    tab: "videos",
    group: "Videos",
    ask: async (q, signal) =>
      (await call<ListedVideo[]>(`GET /videos/${query(q)}&all=1`, { signal })).map((video) => ({
        id: `video-${video.id}`,
        label: video.title,
        note: video.model_name,
        to: `/admin?${new URLSearchParams({ tab: "videos", q: video.title })}`,
      })),
  },
  {
    tab: "admins",
    group: "Users",
    ask: async (q, signal) =>
      (await call<AdminUser[]>(`GET /admin/users${query(q)}`, { signal })).map((user) => ({
        id: `user-${user.id}`,
        label: user.full_name || user.email,
        note: user.email,
        to: `/staff-dashboard?${new URLSearchParams({ tab: "user-management", q: user.email })}`,
      })),
  },
  {
    tab: "payments",
    group: "Payments",
    ask: async (q, signal) =>
      (await call<{ payments: AdminPayment[] }>(`GET /admin/payments${query(q)}`, { signal })).payments.map((one) => ({
        id: `payment-${one.id}`,
        label: one.payment_id,
        note: `${money(one.amount)}, ${one.user_email ?? "nobody we know"}`,
        to: `/admin?${new URLSearchParams({ tab: "payments", q: one.payment_id })}`,
      })),
  },
  {
    tab: "orders",
    group: "Orders",
    ask: async (q, signal) =>
      (await call<AdminOrder[]>(`GET /admin/orders${query(q)}`, { signal })).map((order) => ({
        id: `order-${order.id}`,
        label: order.orderNumber,
        note: `${orderStatusText(order.status)}, ${money(order.paymentAmount)}`,
        to: `/admin?${new URLSearchParams({ tab: "orders", q: order.orderNumber })}`,
      })),
  },
]

/** What the shop's books hold for these letters; a book that cannot be asked just now is left out. */
export function useFound(
  text: string,
  tabs: { id: string }[],
  go: (to: string) => void,
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
