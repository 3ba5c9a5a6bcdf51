import {
  continuations,
  copulas,
  harmlessBehind,
  numberStart,
  otherPossessives,
  pastOrWarning,
  personStart,
  possessives,
  workOrGrown,
  youthAdjective,
} from "../rules/minors/context.ts"
import { type Finding, findMinors, type Matches, type Place } from "./minors.ts"
import type { Readings } from "./read.ts"
import type { CueRule, MinorRule } from "./ruleSet.ts"
import type { Word } from "./word.ts"

/** What is found beyond this changes nothing. */
const maxFindings = 10
const nearby = 8

type Outcome = "block" | "flag"

/**
 * The outcome for a chat message that begins at `from`, behind the recent ones. Null for what people say of their
 * families and their past.
 */
export function assessMinors(
  readings: Readings,
  from: number,
  matches: Matches<MinorRule>,
  cueMatches: Matches<CueRule>,
): { outcome: Outcome; findings: Finding[] } | null {
  const found = findMinors(readings, from, matches).filter((one) => one.grade !== "ordinary" && one.end > from)
  if (found.length === 0) return null
  const context = contextOf(readings, cueMatches)
  const blocked: Finding[] = []
  const flagged: Finding[] = []
  for (const one of found) {
    if (blocked.length >= maxFindings) break
    const outcome = assess(one, context)
    if (outcome === "block") blocked.push(one)
    if (outcome === "flag") flagged.push(one)
  }
  if (blocked.length > 0) return { outcome: "block", findings: blocked }
  return flagged.length > 0 ? { outcome: "flag", findings: flagged } : null
}

interface Context {
  isIntimate: boolean
  isOfRelatives: boolean
  isThing(word: Word): boolean
  isOwnThing(word: Word): boolean
  /** Something that is bought and kept, and can be old. */
  isObject(word: Word): boolean
  isWorn: boolean
}

function contextOf({ variants }: Readings, cueMatches: Matches<CueRule>): Context {
  const startsOf = (cue: CueRule["cue"]) =>
    new Set(
      cueMatches.flatMap((all, n) =>
        all.flatMap(({ rule, from }) => (rule.cue === cue ? [variants[n]![from]!.start] : [])),
      ),
    )
  const [things, ownThings, objects] = [startsOf("thing"), startsOf("ownThing"), startsOf("object")]
  return {
    isIntimate: startsOf("intimate").size > 0,
    isOfRelatives: startsOf("relative").size > 0,
    isThing: ({ start }) => things.has(start),
    isOwnThing: ({ start }) => ownThings.has(start),
    isObject: ({ start }) => objects.has(start),
    isWorn: startsOf("wear").size > 0,
  }
}

function assess({ grade, isDisguised, place }: Finding, context: Context): Outcome | null {
  if (grade === "strong" || !place || isDisguised) return "block"
  if (grade === "age") {
    if (belongsToThing(place, context)) return null
    return context.isOfRelatives && !context.isIntimate ? "flag" : "block"
  }
  if (isAgeOfThing(place, context)) return null
  if (context.isIntimate) return "block"
  const before = wordsBefore(place, 4)
  if (describesThing(place, context) && before[0] !== "my" && before[0] !== "our") return "block"
  const harmless = isHarmless(place, before, context)
  if (isThingNear(place, context)) return harmless ? "flag" : "block"
  if (harmless) return null
  return grade === "youth" ? "block" : "flag"
}

/** Plainly about the writer's family, past or work, a warning, or an expression. */
function isHarmless({ words, from, to }: Place, before: string[], { isOfRelatives }: Context): boolean {
  const isAdjective = youthAdjective.test(words[from]!.text)
  const next = words[to]?.text ?? "."
  const behind = copulas.has(next) ? (words[to + 1]?.text ?? ".") : next
  return (
    before.some((word) => possessives.has(word) || workOrGrown.has(word) || pastOrWarning.has(word)) ||
    (!isAdjective && before.some((word) => otherPossessives.has(word))) ||
    harmlessBehind.some((word) => (word.endsWith("*") ? behind.startsWith(word.slice(0, -1)) : behind === word)) ||
    (isOfRelatives && !isAdjective)
  )
}

function wordsBefore({ words, from }: Place, max: number): string[] {
  const before: string[] = []
  for (let i = from - 1; i >= 0 && before.length < max && words[i]!.text !== "."; i--) before.push(words[i]!.text)
  return before
}

/** "my 12 year old car", "the kiln is 15 years old", "our club turned 15", "the vinyl is 12 years old and yellow" */
function isAgeOfThing({ words, from, to }: Place, { isThing, isOwnThing, isObject, isWorn }: Context): boolean {
  const around = [...words.slice(Math.max(0, from - 6), from), ...words.slice(to, to + 4)]
  if (around.some(isObject)) return true
  if (!numberStart.test(words[from]!.text)) return false
  const behind = words[to]?.text ?? "."
  const isNoun = !continuations.has(behind) && !words.slice(to, to + 1).some(isThing) && !personStart.test(behind)
  return isNoun || isWorn || around.some(isOwnThing)
}

/** "the cat, aged 15", "the body is 12 years old and the vinyl is yellow" */
function belongsToThing({ words, from, to }: Place, { isThing, isObject, isWorn }: Context): boolean {
  const first = words[from]!.text
  if (words.slice(Math.max(0, from - (/^age/.test(first) ? 5 : 2)), from + 1).some(isObject)) return true
  return isWorn && words.slice(from, to).some(isThing) && !/^(?:she|he|i|they|you)/.test(first)
}

/** As in "teen doll". */
const describesThing = ({ words, from, to }: Place, { isThing }: Context) =>
  youthAdjective.test(words[from]!.text) && words.slice(to, to + 2).some(isThing)

const isThingNear = ({ words, from, to }: Place, { isThing }: Context) =>
  words.slice(Math.max(0, from - nearby), from).some(isThing) || words.slice(to, to + nearby).some(isThing)
