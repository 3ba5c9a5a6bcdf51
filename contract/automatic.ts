import { z } from "zod"

/** The emails that the shop sends by itself. Those of memberships are named by their days before the end. */
export const automaticEmails = [
  "unpaid_order",
  "review_request",
  "back_in_stock",
  "membership_7",
  "membership_3",
  "membership_1",
] as const
export const AutomaticEmail = z.enum(automaticEmails)
export type AutomaticEmail = z.infer<typeof AutomaticEmail>
