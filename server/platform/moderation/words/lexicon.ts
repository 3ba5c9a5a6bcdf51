import { foldedText } from "./fold.ts"
import { romanOf, yearIn } from "./numerals.ts"
import {
  emoji,
  functionWords,
  type Language,
  languages,
  numberWords,
  ordinalWords,
  tagged,
  unspacedWords,
} from "./words.ts"

/** A meaning of a word in the search for minors. */
export type Tag = keyof typeof tagged

interface Known {
  tags: Partial<Record<Language, Tag[]>>
  /** The languages that have it as a function word. */
  functions: Language[]
}

const exact = new Map<string, Known>()
const stems = new Map<string, Known>()
/** The words of scripts without spaces, by their first character. */
const byFirstSign = new Map<string, string[]>()
let longestStem = 0

const latin: Language[] = ["en", "de", "es", "fr", "pt"]

function knownOf(word: string): Known {
  const isStem = word.endsWith("*")
  const text = foldedText(isStem ? word.slice(0, -1) : word).replaceAll("_", "")
  const map = isStem ? stems : exact
  if (isStem) longestStem = Math.max(longestStem, text.length)
  const known = map.get(text) ?? { tags: {}, functions: [] }
  map.set(text, known)
  return known
}

for (const [tag, table] of Object.entries(tagged) as [Tag, Partial<Record<Language, string>>][]) {
  for (const language of languages) {
    for (const word of (table[language] ?? "").split(/\s+/).filter(Boolean)) {
      const { tags } = knownOf(word)
      tags[language] = [...(tags[language] ?? []), tag]
      if (language === "zh" || language === "ja") addUnspaced(foldedText(word))
    }
  }
}
for (const [language, words] of Object.entries(functionWords) as [Language, string][]) {
  for (const word of words.split(/\s+/)) knownOf(word).functions.push(language)
}
for (const [tag, pictures] of Object.entries(emoji) as [Tag, string][]) {
  for (const one of pictures.split(" ")) knownOf(one).tags.en = [tag]
}

/** Adds a word of a script without spaces. */
export function addUnspaced(word: string): void {
  const list = byFirstSign.get(word[0]!) ?? []
  if (!list.includes(word)) list.push(word)
  byFirstSign.set(
    word[0]!,
    list.sort((one, two) => two.length - one.length),
  )
}

const kana = ["じゅういち", "じゅうに", "じゅうさん", "じゅうよん", "じゅうご", "じゅうろく", "じゅうなな"].map(
  foldedText,
)
for (const word of [...kana, ...foldedText(unspacedWords).split(/\s+/)]) addUnspaced(word)

const hanDigits = "〇一二三四五六七八九"
const hanNumber = /[〇一二三四五六七八九十两]/

/** Splits a text without spaces into the longest known words; every other character is a word. */
export function segments(text: string, from: number, to: number): [at: number, size: number][] {
  const found: [number, number][] = []
  for (let i = from; i < to; ) {
    const known = byFirstSign.get(text[i]!)?.find((word) => i + word.length <= to && text.startsWith(word, i))
    let size = known?.length ?? 1
    if (size === 1) while (i + size < to && hanNumber.test(text[i]!) && hanNumber.test(text[i + size]!)) size++
    found.push([i, size])
    i += size
  }
  return found
}

function hanValue(text: string): number | null {
  if (![...text].every((char) => hanNumber.test(char))) return null
  const [before, behind] = text.split("十")
  const digit = (part: string) =>
    [...part].reduce((sum, char) => sum * 10 + (char === "两" ? 2 : hanDigits.indexOf(char)), 0)
  if (behind === undefined) return digit(text)
  return (before ? digit(before) : 1) * 10 + (behind.length > 1 ? digit(behind[0]!) : digit(behind))
}

const numbers = new Map<string, [Language, number][]>()
const ordinals = new Map<string, [Language, number][]>()
const tens: Record<string, number> = {
  ...{ twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90 },
  ...{ veinte: 20, treinta: 30, cuarenta: 40, cincuenta: 50, vingt: 20, trente: 30, quarante: 40, cinquante: 50 },
  ...{ soixante: 60, vinte: 20, trinta: 30, quarenta: 40, cinquenta: 50, hundred: 100 },
  ...{ двадцать: 20, тридцать: 30, сорок: 40, пятьдесят: 50, двадцати: 20, тридцати: 30, сорока: 40 },
}
export const tensOf = (text: string): number | undefined => (Object.hasOwn(tens, text) ? tens[text] : undefined)

for (const [table, map] of [
  [numberWords, numbers],
  [ordinalWords, ordinals],
] as const) {
  for (const [language, words] of Object.entries(table) as [Language, string][]) {
    for (const [value, forms] of words.split(/\s+/).entries()) {
      for (const form of forms.split("/")) {
        const text = foldedText(form)
        map.set(text, [...(map.get(text) ?? []), [language, value]])
      }
    }
  }
}

const english = /^(?:once|seize|tres|seconde?|second|dose|sept|cent|nove|null|deux)$/

const valueIn = (map: typeof numbers, text: string, language: Language) => {
  const all = map.get(text)
  const own = all?.find(([one]) => one === language) ?? all?.find(([one]) => one === "en" || one === "ru")
  // The language of a short text is only a guess.
  return (own ?? (text.length > 3 && !english.test(text) ? all?.[0] : undefined))?.[1] ?? null
}

const compound = /^(.+?)(?:en)?(?:jahrig|jaehrig|einhalb|летн|летк|классни)/

/** Returns the number of 16, sixteen, seize, шестнадцать, 十六, "fünfzehnjährige"; null for anything else. */
export function numberOf(text: string, language: Language): number | null {
  const code = text.charCodeAt(0)
  if (code >= 48 && code <= 57) return /^\d{1,4}$/.test(text) ? Number(text) : null
  if (hanNumber.test(text[0]!)) return hanValue(text)
  if (kana.includes(text)) return 11 + kana.indexOf(text)
  const ten = tensOf(text)
  if (ten !== undefined) return ten
  return valueIn(numbers, text, language) ?? entryOf(text).inside
}

/** Words for 11 to 17, by their letters without one of them. */
const teens = new Map<string, { word: string; value: number }[]>()
for (const [word, [first]] of numbers) {
  const value = first![1]
  if (word.length < 7 || value < 11 || value > 17) continue
  for (const part of withoutOne(word)) teens.set(part, [...(teens.get(part) ?? []), { word, value }])
}

function withoutOne(word: string): string[] {
  return [word, ...Array.from(word, (_, n) => word.slice(0, n) + word.slice(n + 1))]
}

/** Recognizes "fiveteen", "шеснадцать": a word for 11 to 17 with one letter too many, missing or replaced. */
function misspeltTeen(text: string): number | null {
  if (text.length < 6 || text.length > 13) return null
  for (const part of withoutOne(text)) {
    const found = teens.get(part)?.find(({ word }) => Math.abs(word.length - text.length) < 2)
    if (found) return found.value
  }
  return null
}

/** Matches "zweitausendelf". */
const inYear = /^zweitausend(?:und)?(.+?)(?:er)?$/

function numberInside(text: string): number | null {
  if (text.length < 6) return null
  const teen = misspeltTeen(text)
  if (teen !== null) return teen
  const inCentury = numbers.get(inYear.exec(text)?.[1] ?? "")?.find(([language]) => language === "de")
  if (inCentury) return 2000 + inCentury[1]
  const stem = compound.exec(text)?.[1]
  return stem ? (numbers.get(stem)?.[0]?.[1] ?? ordinals.get(stem)?.[0]?.[1] ?? null) : null
}
export const ordinalOf = (text: string, language: Language) => valueIn(ordinals, text, language)

const noTags: ReadonlySet<Tag> = new Set()
export type Tags = ReadonlySet<Tag>

interface Noted {
  notes: unknown[]
}
let noteTypes = 0

/** Keeps the result of `find` with each word, so that it is computed once. */
export function noted<Of extends Noted, Found>(find: (of: Of) => Found): (of: Of) => Found {
  const at = noteTypes++
  return (of) => {
    of.notes[at] ??= find(of)
    return of.notes[at] as Found
  }
}

export interface Entry extends Noted {
  text: string
  byLanguage: Map<Language, Tags>
  isForeign: boolean
  /** The number within the word. */
  inside: number | null
  /** Votes for the languages that it may belong to, in the order in which they are added. */
  votes: { of: number; vote: number }[]
  hasKana: boolean
  meanings: Meaning[]
}

const entries = new Map<string, Entry>()
const maxEntries = 20_000

/** Looks each word up once: people use few different words. */
export function entryOf(text: string): Entry {
  const known = entries.get(text)
  if (known) return known
  if (entries.size > maxEntries) entries.clear()
  const entry = createEntry(text)
  if (text.length < 64) entries.set(text, entry)
  return entry
}

function createEntry(text: string): Entry {
  const isKnown = text.length <= 40
  const found = [isKnown ? (exact.get(text) ?? ofMixedScripts(text)) : undefined]
  const longest = isKnown ? Math.min(text.length, longestStem) : 0
  for (let size = longest; size > 1; size--) found.push(stems.get(text.slice(0, size)))
  const all = found.filter((one) => one !== undefined)
  const byLanguage = new Map<Language, Tags>()
  for (const language of languages) {
    const tags = all.flatMap((one) => one.tags[language] ?? [])
    if (tags.length > 0) byLanguage.set(language, new Set(tags))
  }
  const isForeign = byLanguage.size > 0 && !byLanguage.has("en")
  return {
    text,
    byLanguage,
    isForeign,
    inside: isKnown ? numberInside(text) : null,
    votes: /^[a-z]/.test(text) ? votesOf({ functions: all.flatMap((one) => one.functions), byLanguage }) : [],
    hasKana: /[\u3040-\u30ff]/.test(text),
    meanings: [],
    notes: [],
  }
}

/** Matches any letter for one of another script among Latin ones: "uдderage". */
function ofMixedScripts(text: string): Known | undefined {
  const at = text.search(/[^\0-\u036f]/)
  if (at < 0 || text.length < 5 || !/^[a-z]+[\u0370-\u058f][a-z]*$|^[\u0370-\u058f][a-z]+$/.test(text)) return undefined
  for (const letter of "abcdefghijklmnopqrstuvwxyz") {
    const plain = text.slice(0, at) + letter + text.slice(at + 1)
    const sizes = Array.from({ length: plain.length }, (_, n) => plain.length - n)
    const known = exact.get(plain) ?? sizes.map((size) => stems.get(plain.slice(0, size))).find((one) => one?.tags.en)
    if (known?.tags.en?.includes("code")) return known
  }
  return undefined
}

function votesOf({ functions, byLanguage }: Pick<Known, "functions"> & Pick<Entry, "byLanguage">) {
  const votes: Entry["votes"] = []
  const add = (all: Iterable<Language>, vote: number) => {
    for (const language of all) if (latin.includes(language)) votes.push({ of: latin.indexOf(language), vote })
  }
  add(functions, 2)
  if (byLanguage.has("en")) add(["en"], 0.7)
  else add(byLanguage.keys(), 1.2)
  return votes
}

export interface Meaning extends Noted {
  text: string
  language: Language
  tags: Tags
  /** Its value, if it is a number in digits or words. */
  num: number | null
  ordinal: number | null
  /** True for "fünfzehnjährige": the number and its unit in one word. */
  isAge: boolean
  /** Whether it can be part of an age, or of a hint at one. */
  isNumeric: boolean
  /** Whether the word alone can refer to a minor. */
  mayPoint: boolean
}

export const grownUp =
  /^(?:legal|adult|adults|grown|grownup|mature|volljahrig\w*|erwachsen\w*|adulta?|majeure?|совершеннолетн\S*|взросл\S*)$/

const isPointing = (text: string, tags: Tags) =>
  grownUp.test(text) || (tags.size > 0 && pointing.some((tag) => tags.has(tag)))
const pointing: Tag[] = ["code", "child", "pupil", "childish", "girl", "family"]

export function meaningOf(entry: Entry, language: Language, hasKana: boolean): Meaning {
  const at = languages.indexOf(language) * 2 + (hasKana ? 1 : 0)
  entry.meanings[at] ??= createMeaning(entry, language, hasKana)
  return entry.meanings[at]
}

/** Returns whether the word can refer to a minor, alone or with others, in a text without Japanese. */
export function mayPoint(entry: Entry, language: Language): boolean {
  const { isNumeric, mayPoint } = meaningOf(entry, language, false)
  return isNumeric || mayPoint
}

function createMeaning(entry: Entry, language: Language, hasKana: boolean): Meaning {
  const { text } = entry
  const num = text === "." ? null : numberOf(text, language)
  const ordinal = num === null ? ordinalOf(text, language) : null
  const tags = tagsOf(entry, language, hasKana)
  return {
    text,
    language,
    tags,
    num,
    ordinal,
    isAge: isAge(text, num),
    isNumeric:
      num !== null || ordinal !== null || romanOf(text) !== null || yearIn(text) !== null || text.includes("#"),
    mayPoint: isPointing(text, tags),
    notes: [],
  }
}

/** Returns the meaning of a word that is a number only with the words after it. */
export const withNumber = (meaning: Meaning, num: number): Meaning => ({
  ...meaning,
  num,
  ordinal: null,
  isAge: isAge(meaning.text, num),
  isNumeric: true,
  notes: [],
})

const isAge = (text: string, num: number | null) => num !== null && num < 100 && text.length > 5 && compound.test(text)

const isHan = (text: string) => /[\u3040-\u30ff\u3400-\u9fff]/.test(text)

const sums = new Float64Array(latin.length)

/** Returns the language of most words; English if in doubt. */
export function languageOf(entries: readonly Entry[]): Language {
  sums.fill(0)
  sums[0] = 1.3
  for (const { votes } of entries) for (const { of, vote } of votes) sums[of]! += vote
  let best = 0
  for (let one = 1; one < sums.length; one++) if (sums[one]! > sums[best]!) best = one
  return latin[best]!
}

function tagsOf({ text, byLanguage, isForeign }: Entry, language: Language, hasKana: boolean): Tags {
  if (byLanguage.size === 0) return noTags
  const code = text.charCodeAt(0)
  if (code >= 0x400 && code < 0x530) return byLanguage.get("ru") ?? noTags
  if (isHan(text)) {
    const [first, second] = hasKana ? (["ja", "zh"] as const) : (["zh", "ja"] as const)
    return byLanguage.get(first) ?? byLanguage.get(second) ?? noTags
  }
  const own = byLanguage.get(language)
  if (own) return own
  const english = byLanguage.get("en")
  if (english) return english
  if (!isForeign || text.length < 6) return (hasKana && byLanguage.get("ja")) || noTags
  for (const tags of byLanguage.values()) if (tags.has("code") || tags.has("child") || tags.has("girl")) return tags
  return noTags
}
