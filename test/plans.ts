import type { PaidLevel } from "#contract/membership.ts"

/** The plans of the specification, as the migration writes them. */
export const specified: Record<
  PaidLevel,
  { id: number; price: number; priceCents: number; messages: number | null; photos: number }
> = {
  standard: { id: 1, price: 15, priceCents: 1500, messages: 10, photos: 1 },
  vip: { id: 2, price: 20, priceCents: 2000, messages: 30, photos: 3 },
  vvip: { id: 3, price: 50, priceCents: 5000, messages: null, photos: 5 },
}
