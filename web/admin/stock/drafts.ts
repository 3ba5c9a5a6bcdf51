import { createContext } from "react"
import { dollLimits, stockLimits } from "#contract/adminLimits.ts"
import type { CorrectStock, StockRow } from "#contract/stock.ts"

/** Unsaved input of a row. */
export interface Draft {
  name: string
  /** The count that was shown when typing began. */
  from: number | null
  /** Empty if the model is made to order. A sign marks pieces to add or remove. */
  stock?: string
  /** Empty to use the limit of the settings. */
  low?: string
  /** Why it was not saved. */
  refused?: string
}
export type Drafts = ReadonlyMap<number, Draft>

interface Editing {
  drafts: Drafts
  mayEdit: boolean
  type(row: StockRow, typed: Pick<Draft, "stock"> | Pick<Draft, "low">): void
}
export const EditingContext = createContext<Editing>({ drafts: new Map(), mayEdit: false, type: () => undefined })

/** Parses the typed text as a count. Returns undefined if it is not a count. */
export function countOf(text: string, from: number | null): number | null | undefined {
  const given = text.trim().replace("−", "-")
  if (given === "") return null
  const [, sign, digits] = /^([+-]?)(\d{1,6})$/.exec(given) ?? []
  if (!digits) return undefined
  const count = sign ? (from ?? 0) + Number(`${sign}${digits}`) : Number(digits)
  return count >= 0 && count <= dollLimits.stock ? count : undefined
}

export function thresholdOf(text: string): number | null | undefined {
  const given = text.trim()
  if (given === "") return null
  const number = /^\d{1,5}$/.test(given) ? Number(given) : undefined
  return number !== undefined && number <= stockLimits.threshold ? number : undefined
}

/** Adds typed text. A row that is as it was has no draft. */
export function typedInto(drafts: Drafts, row: StockRow, typed: Pick<Draft, "stock"> | Pick<Draft, "low">): Drafts {
  const before = drafts.get(row.id) ?? { name: row.name, from: row.stock }
  const { refused, ...draft } = { ...before, ...typed }
  if (draft.stock !== undefined && countOf(draft.stock, draft.from) === draft.from) delete draft.stock
  if (draft.low !== undefined && thresholdOf(draft.low) === row.low_at) delete draft.low
  const next = new Map(drafts)
  if (draft.stock === undefined && draft.low === undefined) next.delete(row.id)
  else next.set(row.id, draft)
  return next
}

/** The changes to send, or null if a text is not a number. */
export function changesOf(drafts: Drafts): CorrectStock["changes"] | null {
  const changes: CorrectStock["changes"] = []
  for (const [doll_id, { from, stock, low }] of drafts) {
    const to = stock === undefined ? from : countOf(stock, from)
    const low_at = low === undefined ? undefined : thresholdOf(low)
    if (to === undefined || (low !== undefined && low_at === undefined)) return null
    changes.push({
      doll_id,
      ...(stock === undefined ? {} : { stock: { from, to } }),
      ...(low === undefined ? {} : { low_at }),
    })
  }
  return changes
}
