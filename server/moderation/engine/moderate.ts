import { evaluate, type Findings } from "./evaluate.ts"
import { isClean } from "./fastPath.ts"
import { type Kind, outcomeOf, type Verdict } from "./verdict.ts"

/** Raised with every change of a rule, so that a stored decision can be explained later. */
const version = "7"
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
  const before = kind === "message" ? recent.slice(-maxRecent) : []
  const found = isClean(text, before) ? clean() : outcomeWithSpans(evaluate(text, before))
  return { ...found, engine: "rules", version, ms: performance.now() - startedAt }
}

const clean = () => ({ decision: "allow" as const, freeze: false, categories: {}, spans: [] })

function outcomeWithSpans({ categories, spans }: Findings) {
  const outcome = outcomeOf(categories)
  return { ...outcome, spans: spans.filter(({ category }) => outcome.categories[category]).slice(0, maxSpans) }
}
