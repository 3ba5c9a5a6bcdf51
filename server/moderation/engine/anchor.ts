import type { Alternatives, Element, Pattern } from "./pattern.ts"

/** The rarest word of a rule: the rule is tried only where it stands. */
export interface Anchor {
  of: Alternatives
  /** How many words stand before it. */
  minBefore: number
  maxBefore: number
  /** How many words it takes at most, together with those behind it. */
  maxFromHere: number
}

export function anchorOf({ first, rest }: Pattern): Anchor {
  const elements: Element[] = [{ is: "word", of: first, optional: false }, ...rest]
  let best: { at: number; of: Alternatives; weight: number } | null = null
  for (const [at, element] of elements.entries()) {
    if (element.is !== "word" || element.optional || element.of.end) continue
    const weight = frequencyOf(element.of)
    if (!best || weight < best.weight) best = { at, of: element.of, weight }
  }
  if (!best) throw new Error("A rule has no word to look it up by")
  const sum = (of: Element[], lengthOf: (element: Element) => number) => of.reduce((all, one) => all + lengthOf(one), 0)
  const before = elements.slice(0, best.at)
  return {
    of: best.of,
    minBefore: sum(before, minLength),
    maxBefore: sum(before, maxLength),
    maxFromHere: sum(elements.slice(best.at), maxLength),
  }
}

const minLength = (element: Element) => (element.is === "word" && !element.optional && !element.of.end ? 1 : 0)

/** A number may be two words. */
function maxLength(element: Element): number {
  if (element.is === "gap") return element.max
  return element.is === "not" ? 0 : element.of.number ? 2 : 1
}

/** The most frequent words. They decide which rules are tried, never what matches. */
const frequent = new Set(
  `a about after again all also always am an and any are as ask at back be because been before behind but by can come
  could day did do does door down even every find first for from get getting give go going good had has have having he
  her here him his home house how i if ill im in into is it its just know last let life like little live ll long look
  make makes many may me more most much my name never new next night no not now of off office on one only or other our
  out over own people place put re s say see send shall she shop should show so some still take tell than thank that the
  their them then there these they thing think this time to today tomorrow too two u under until up ur us use very want
  was way we well were what when where which while who why will with work would year yes you your youre .`.split(/\s+/),
)

/** Those that stand in almost every line. */
const mostFrequent = new Set(
  `a and are be can do for have i if in is it know like me my no not of on so that the this to was we what will with
  would you`.split(/\s+/),
)

function frequencyOf({ exact, starts, number }: Alternatives): number {
  const known = [...frequent].filter((word) => exact.has(word) || starts.some((start) => word.startsWith(start)))
  const weight = known.reduce((sum, word) => sum + (mostFrequent.has(word) ? 1000 : 100), 0)
  return weight + (number ? 30 : 0) + exact.size + starts.length * 2
}
