import { pointsAtMinors } from "./adults.ts"

export type Kind = "message" | "review" | "doll" | "video" | "slideshow"
export type Decision = "allow" | "flag" | "block"
export type Category =
  | "minor_safety"
  | "threat"
  | "hate"
  | "harassment"
  | "self_harm"
  | "illegal_goods"
  | "off_platform"
  | "personal_data"
  | "spam"
  | "non_consent"
/** Each category that was found, with how sure the engine is: 0 to 1. */
export type Categories = Partial<Record<Category, number>>

export interface Verdict {
  decision: Decision
  /** The room takes no more messages until a person has looked at it. */
  freeze: boolean
  categories: Categories
  /** Where in the text as it was given. */
  spans: { category: Category; start: number; end: number }[]
  engine: string
  version: string
  ms: number
}

/** Judges a text by rules of our own, without any network. `recent` is what was said in the room before, oldest first. */
export function moderate({ text }: { text: string; kind: Kind; recent?: readonly string[] }): Verdict {
  const begun = performance.now()
  const isBlocked = pointsAtMinors(text)
  return {
    decision: isBlocked ? "block" : "allow",
    freeze: isBlocked,
    categories: isBlocked ? { minor_safety: 1 } : {},
    spans: [],
    engine: "rules",
    version: "1",
    ms: performance.now() - begun,
  }
}
