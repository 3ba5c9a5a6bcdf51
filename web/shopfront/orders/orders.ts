import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query"
import type { OrderStatus } from "#contract/orders.ts"
import { call, list } from "../../platform/api/client.ts"

export const ordersPerPage = 10

interface Asked {
  status: "all" | OrderStatus
  page: number
  limit?: number
}

export function useOrders({ status, page, limit = ordersPerPage }: Asked) {
  return useQuery({
    queryKey: ["orders", status, page, limit],
    queryFn: ({ signal }) => list("GET /orders", { query: { status, skip: (page - 1) * limit, limit }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** `id` is null while there is no order yet. */
export function useOrder(id: number | null) {
  return useQuery({
    queryKey: ["order", id],
    queryFn: ({ signal }) => call(`GET /orders/${id ?? 0}`, { signal }),
    enabled: id !== null,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.payment?.state === "coming" ? 10_000 : false),
  })
}

/** A customer's actions on an order; each refetches the lists. */
export function useOrderActions(id: number) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: ["orders"] })
  return {
    cancel: async () => {
      const order = await call(`POST /orders/${id}/cancel`)
      client.setQueryData(["order", id], order)
      await refresh()
    },
    remove: async () => {
      await call(`DELETE /orders/${id}`)
      await refresh()
    },
    /** Called after a deletion, so that the order's page says that there is no such order. */
    forget: () => client.removeQueries({ queryKey: ["order", id] }),
  }
}
