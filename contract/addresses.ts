import * as z from "zod"
import { Id } from "./common.ts"
import { AddressParts, ofCountry, ShippingForm } from "./orders.ts"

export const maxAddresses = 10

export const AddressForm = ofCountry(AddressParts.extend({ is_default: z.boolean().default(false) }))
export type AddressForm = z.infer<typeof AddressForm>

/** The checkout starts with the default address, or else the latest. */
export const SavedAddress = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  country: ShippingForm.shape.country,
  is_default: z.boolean(),
})
export type SavedAddress = z.infer<typeof SavedAddress>
