import type { Category } from "#contract/catalog.ts"

export const categoryNames: Record<Category, string> = {
  premium: "Premium",
  standard: "Standard",
  limited_edition: "Limited edition",
}
