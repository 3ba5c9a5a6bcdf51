import type { Doll } from "#contract/catalog.ts"
import { stockTexts } from "#contract/texts.ts"

const few = 5

export function stockLabel({ in_stock, stock }: Pick<Doll, "in_stock" | "stock">): {
  text: string
  tone: "success" | "warn" | "info" | "neutral"
} {
  if (!in_stock) return { text: stockTexts.soldOut, tone: "neutral" }
  if (stock === null) return { text: stockTexts.madeToOrder, tone: "info" }
  if (stock <= few) return { text: stockTexts.onlyLeft(stock), tone: "warn" }
  return { text: stockTexts.available, tone: "success" }
}
