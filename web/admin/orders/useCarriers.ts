import { useQuery } from "@tanstack/react-query"
import type { Carrier } from "#contract/carriers.ts"
import { call } from "../../platform/api/client.ts"

export const carriersKey = ["admin", "carriers"] as const

/** The carriers to choose from, including the one that an order already has. */
export function useCarriers(chosen: string | null = null): Carrier[] {
  const { data = [] } = useQuery({ queryKey: carriersKey, queryFn: () => call("GET /admin/carriers") })
  return data.filter(({ name, is_active }) => is_active || name === chosen)
}
