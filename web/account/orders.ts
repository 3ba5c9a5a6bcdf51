import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query"
import type { Order } from "#contract/orders.ts"
import { call, list } from "../api/client.ts"

export const ordersPerPage = 10

export function useOrders({ status, page, limit = ordersPerPage }: { status: string; page: number; limit?: number }) {
  const search = new URLSearchParams({ status, skip: String((page - 1) * limit), limit: String(limit) })
  return useQuery({
    queryKey: ["orders", status, page, limit],
    queryFn: ({ signal }) => list<Order>(`GET /orders?${search}`, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function useOrder(id: string) {
  return useQuery({
    queryKey: ["order", id],
    queryFn: ({ signal }) => call<Order>(`GET /orders/${encodeURIComponent(id)}`, { signal }),
    retry: false,
    // Coins on their way need no reload to be told.
    refetchInterval: ({ state }) => (state.data?.payment?.state === "coming" ? 10_000 : false),
  })
}

/** What a person may do to an order of theirs; every list is asked for again afterwards. */
export function useOrderActions(id: number) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: ["orders"] })
  return {
    cancel: async () => {
      const order = await call<Order>(`POST /orders/${id}/cancel`)
      client.setQueryData(["order", String(id)], order)
      await refresh()
    },
    remove: async () => {
      await call(`DELETE /orders/${id}`)
      await refresh()
    },
  }
}
