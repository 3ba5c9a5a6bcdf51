import type { AdminType } from "#contract/accounts.ts"

export const adminTypeNames: Record<AdminType, string> = {
  super_admin: "Everything",
  content_admin: "Models and moderation",
  financial_admin: "Payments and orders",
}
