import { Refusal } from "../refusal.ts"
import { findMinors } from "./minors.ts"
import { read } from "./normalise.ts"

/**
 * Refuses text that points at anyone under 18; `texts` are the fields by their names on the wire. It says that, and where, but
 * not which word: whoever wanted to get round it learns nothing.
 *
 * The rule errs on the safe side. "Child-safe packaging" is refused too: a shop for adults can say it in other words, and every
 * exception would be a door. What a description of objects cannot do without is let through: "minor scratches", "kidskin",
 * "baby blue", "old school", "16 cm", "aged 6 months in the kiln".
 */
export function assertAdultText(texts: Record<string, string | null | undefined>): void {
  const errors = Object.entries(texts)
    .filter(([, text]) => text && pointsAtMinors(text))
    .map(([path]) => ({ path, message: sentence }))
  if (errors.length > 0) throw new Refusal("ADULTS_ONLY", sentence, { errors })
}

const sentence = "Everything here depicts adults only. Please remove what points at anyone under 18."

export function pointsAtMinors(text: string): boolean {
  return findMinors(read(text)).length > 0
}
