import type { Category } from "../rules/category.ts"

/** Searches and names are not stored as subjects: they are only judged. */
export type Kind = "message" | "review" | "doll" | "video" | "slideshow"
export type Decision = "allow" | "flag" | "block"
/** How certain the engine is of each category that it found: 0 to 1. */
export type Categories = Partial<Record<Category, number>>

export interface Span {
  category: Category
  /** In the original text. */
  start: number
  end: number
}

export interface Verdict {
  decision: Decision
  /** The room takes no more messages until a person has looked at it. */
  freeze: boolean
  categories: Categories
  spans: Span[]
  /** What points at minors, for the staff; never shown to the author. */
  why: string | null
  /** The readings that agree, joined by a plus: "rules+classifier". */
  engine: string
  version: string
  ms: number
}

export const flagFrom = 0.6
export const blockFrom = 0.9
/** Of what points at minors so that a super admin looks at it at once. */
export const holdFrom = 0.97
/** Of what points at minors beyond doubt. */
const freezeFrom = 1

/** Leaves out the categories whose score is too low to be flagged. */
export function outcomeOf(categories: Categories): Pick<Verdict, "decision" | "freeze" | "categories"> {
  const highest = Math.max(0, ...Object.values(categories))
  return {
    decision: highest >= blockFrom ? "block" : highest >= flagFrom ? "flag" : "allow",
    freeze: (categories.minor_safety ?? 0) >= freezeFrom,
    categories: Object.fromEntries(Object.entries(categories).filter(([, score]) => score >= flagFrom)),
  }
}
