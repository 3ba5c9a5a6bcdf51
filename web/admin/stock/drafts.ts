import { createContext } from "react"
import { dollLimits, stockLimits } from "#contract/adminLimits.ts"
import type { CorrectStock, StockRow } from "#contract/stock.ts"

/** What was typed in a row and is not saved yet. */
export interface Draft {
  name: string
  /** The count that was seen when typing began. */
  from: number | null
  /** Empty: made to order; with a sign: pieces to add or take. */
  stock?: string
  /** Empty: as in the settings. */
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

/** The count that a text means; undefined if it means none. */
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

/** Adds what was typed; a row that is as it was has no draft. */
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

/** The changes to send; null if a text is not a number. */
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
