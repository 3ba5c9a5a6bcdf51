import { t } from "#contract/t.ts"
import { Refusal } from "../refusal.ts"
import { byWording } from "./engine/evaluate.ts"
import { moderate } from "./engine/moderate.ts"
import { blockFrom } from "./engine/verdict.ts"

/**
 * Refuses texts that refer to anyone under 18; `texts` are keyed by the names of the fields in the API. The error names
 * the field but not the word, so that it is no help for evasion.
 *
 * Nobody reads these texts before they are published, so matches of words that a chat would only flag are refused here
 * as well. Usual descriptions of objects pass: "minor scratches", "kidskin", "baby blue", "16 cm".
 */
export function assertAdultText(texts: Texts): void {
  assertAdult(texts, pointsAtMinors)
}

type Texts = Record<string, string | null | undefined>

export function assertAdult(texts: Texts, isRefused: (text: string) => boolean): void {
  const errors = Object.entries(texts)
    .filter(([, text]) => text && isRefused(text))
    .map(([path]) => ({ path, message: sentence }))
  if (errors.length > 0) throw new Refusal("ADULTS_ONLY", sentence, { errors, reason: "Points at anyone under 18" })
}

const sentence = t`Everything here depicts adults only. Please remove anything that suggests someone under 18.`

/** Without its tilde the word is a woman's name. */
const girlInSpanish = /^\P{L}*niñ(?:a|o|it[ao])s?\P{L}*$/iu

export function pointsAtMinors(text: string): boolean {
  if (girlInSpanish.test(text.normalize("NFC"))) return true
  const { categories, why } = moderate({ text, kind: "doll" })
  const score = categories.minor_safety ?? 0
  return score >= blockFrom || (score > 0 && why !== byWording)
}
