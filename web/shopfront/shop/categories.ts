import type { Category } from "#contract/catalog.ts"
import { t } from "#contract/t.ts"

export const categoryNames: Record<Category, string> = {
  premium: t`Premium`,
  standard: t({ context: "category of models", message: "Standard" }),
  limited_edition: t`Limited edition`,
}
