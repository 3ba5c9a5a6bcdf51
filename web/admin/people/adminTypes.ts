import type { AdminType } from "#contract/accounts.ts"
import { t } from "#contract/t.ts"

export const adminTypeNames: Record<AdminType, string> = {
  super_admin: t`Everything`,
  content_admin: t`Models and moderation`,
  financial_admin: t`Payments and orders`,
}
