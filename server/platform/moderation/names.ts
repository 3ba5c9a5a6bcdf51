import { loginTexts } from "#contract/memberText.ts"
import { invalid } from "../refusal.ts"
import { assertAdult } from "./adults.ts"
import { findPlain } from "./engine/evaluate.ts"
import { outcomeOf } from "./engine/verdict.ts"
import { isMinorsName } from "./minors/names.ts"

/** Refuses a name that is flagged: it is shown with every message and review, and names never reach the queue. */
export function assertName(name: string | undefined): void {
  if (name === undefined) return
  assertAdult({ full_name: name }, isMinorsName)
  if (isNameRefused(name)) throw invalid("full_name", loginTexts.anotherName)
}

export const isNameRefused = (name: string): boolean =>
  isMinorsName(name) || outcomeOf(findPlain(name).categories).decision !== "allow"
