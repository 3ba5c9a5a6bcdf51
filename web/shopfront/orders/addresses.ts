import { queryOptions } from "@tanstack/react-query"
import type { SavedAddress } from "#contract/addresses.ts"
import { countryName } from "#contract/countries.ts"
import type { ShippingForm } from "#contract/orders.ts"
import { call } from "../../platform/api/client.ts"

/** The default address comes first. */
export const addressesQuery = (owner: string) =>
  queryOptions({
    queryKey: ["addresses", owner],
    queryFn: ({ signal }) => call("GET /auth/addresses", { signal }),
    retry: false,
  })

export function shippingOf({ id: _, is_default: __, ...shipping }: SavedAddress): ShippingForm {
  return shipping
}

export const addressText = ({ firstName, lastName, address, city, country }: ShippingForm) =>
  `${firstName} ${lastName}, ${address}, ${city}, ${countryName(country)}`
