import type { Category } from "../rules/category.ts"

/** The kinds of texts that are stored as subjects. Searches and names are only judged. */
export type Kind = "message" | "review" | "doll" | "video" | "slideshow"
export type Decision = "allow" | "flag" | "block"
/** How certain the engine is of each category that it found, from 0 to 1. */
export type Categories = Partial<Record<Category, number>>

export interface Span {
  category: Category
  /** The position in the original text. */
  start: number
  end: number
}

export interface Verdict {
  decision: Decision
  /** Whether the room accepts no more messages until a person has reviewed it. */
  freeze: boolean
  categories: Categories
  spans: Span[]
  /** The reference to minors, for staff; it is never shown to the author. */
  why: string | null
  /** The readings that agree, joined by a plus: "rules+classifier". */
  engine: string
  version: string
  ms: number
}

export const flagFrom = 0.6
export const blockFrom = 0.9
/** The score of a reference to minors from which a super admin reviews it at once. */
export const holdFrom = 0.97
/** The score of a reference to minors beyond doubt. */
const freezeFrom = 1

/** Removes the categories whose score is too low to be flagged. */
export function outcomeOf(categories: Categories): Pick<Verdict, "decision" | "freeze" | "categories"> {
  const highest = Math.max(0, ...Object.values(categories))
  return {
    decision: highest >= blockFrom ? "block" : highest >= flagFrom ? "flag" : "allow",
    freeze: (categories.minor_safety ?? 0) >= freezeFrom,
    categories: Object.fromEntries(Object.entries(categories).filter(([, score]) => score >= flagFrom)),
  }
}
