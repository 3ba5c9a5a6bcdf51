import { evaluate } from "./evaluate.ts"
import { type Kind, outcomeOf, type Verdict } from "./verdict.ts"

/** The version changes with every rule and model, so that a stored decision can be explained later. */
const version = "13"
const sayAgreed = (why: string | null, freeze: boolean) => (freeze ? `${why}, by the rules and the classifier` : why)
const maxSpans = 20
const maxRecent = 5

/** Judges a text by the built-in rules. `recent` are the messages before it in the room, oldest first. */
export function moderate({
  text,
  kind,
  recent = [],
}: {
  text: string
  kind: Kind
  recent?: readonly string[]
}): Verdict {
  const startedAt = performance.now()
  const { categories, spans, why, readings } = evaluate(text, kind === "message" ? recent.slice(-maxRecent) : [], kind)
  const outcome = outcomeOf(categories)
  return {
    ...outcome,
    spans: spans.filter(({ category }) => outcome.categories[category]).slice(0, maxSpans),
    why: outcome.categories.minor_safety ? sayAgreed(why, outcome.freeze) : null,
    engine: readings.join("+") || "rules",
    version,
    ms: performance.now() - startedAt,
  }
}
