import { Refusal } from "../refusal.ts"
import { findMinors } from "./engine/minors.ts"
import { read } from "./engine/read.ts"

/**
 * Refuses texts that point at anyone under 18; `texts` are keyed by the names of the fields in the API. The error names
 * the field but not the word, so that it is no help for evasion.
 *
 * Errs on the safe side: "child-safe packaging" is refused too, as every exception could be abused. Usual descriptions
 * of objects pass: "minor scratches", "kidskin", "baby blue", "old school", "16 cm", "aged 6 months in the kiln".
 */
export function assertAdultText(texts: Record<string, string | null | undefined>): void {
  const errors = Object.entries(texts)
    .filter(([, text]) => text && pointsAtMinors(text))
    .map(([path]) => ({ path, message: sentence }))
  if (errors.length > 0) throw new Refusal("ADULTS_ONLY", sentence, { errors, reason: "Points at anyone under 18" })
}

const sentence = "Everything here depicts adults only. Please remove what points at anyone under 18."

export function pointsAtMinors(text: string): boolean {
  return findMinors(read(text)).length > 0
}
