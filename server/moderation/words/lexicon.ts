import { concepts } from "./concepts.ts"
import { foldedText } from "./fold.ts"
import { emoji, functionWords, type Language, languages, numberWords, ordinalWords, tagged } from "./words.ts"

/** What a word means: to the search for minors, or to the classifier alone. */
export type Tag = keyof typeof tagged | keyof typeof concepts

interface Known {
  tags: Partial<Record<Language, Tag[]>>
  /** Languages that have it as a function word. */
  functions: Language[]
}

const exact = new Map<string, Known>()
const stems = new Map<string, Known>()
/** Words of scripts without spaces, by their first character. */
const unspacedWords = new Map<string, string[]>()
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

for (const [tag, table] of Object.entries({ ...tagged, ...concepts }) as [Tag, Partial<Record<Language, string>>][]) {
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

function addUnspaced(word: string): void {
  const list = unspacedWords.get(word[0]!) ?? []
  if (!list.includes(word)) list.push(word)
  unspacedWords.set(
    word[0]!,
    list.sort((one, two) => two.length - one.length),
  )
}

const kana = ["じゅういち", "じゅうに", "じゅうさん", "じゅうよん", "じゅうご", "じゅうろく", "じゅうなな"]
for (const word of kana) addUnspaced(word)

const hanDigits = "〇一二三四五六七八九"
const hanNumber = /[〇一二三四五六七八九十两]/

/** Splits a text without spaces into the longest words that are known; anything else is one character a word. */
export function segments(text: string, from: number, to: number): [at: number, size: number][] {
  const found: [number, number][] = []
  for (let i = from; i < to; ) {
    const known = unspacedWords.get(text[i]!)?.find((word) => i + word.length <= to && text.startsWith(word, i))
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
  const digit = (part: string) => [...part].reduce((sum, char) => sum * 10 + hanDigits.indexOf(char), 0)
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

const valueIn = (map: typeof numbers, text: string, language: Language) => {
  const all = map.get(text)
  return all?.find(([one]) => one === language)?.[1] ?? all?.find(([one]) => one === "en" || one === "ru")?.[1] ?? null
}

const compound = /^(.+?)(?:en)?(?:jahrig|jaehrig|einhalb|летн|летк|классни)/

/** 16, sixteen, seize, шестнадцать, 十六, "fünfzehnjährige"; null for anything else. */
export function numberOf(text: string, language: Language): number | null {
  const code = text.charCodeAt(0)
  if (code >= 48 && code <= 57) return /^\d{1,4}$/.test(text) ? Number(text) : null
  if (hanNumber.test(text[0]!)) return hanValue(text)
  if (kana.includes(text)) return 11 + kana.indexOf(text)
  const ten = tensOf(text)
  if (ten !== undefined) return ten
  return valueIn(numbers, text, language) ?? numberInside(text)
}

function numberInside(text: string): number | null {
  if (text.length < 6) return null
  const stem = compound.exec(text)?.[1]
  return stem ? (numbers.get(stem)?.[0]?.[1] ?? ordinals.get(stem)?.[0]?.[1] ?? null) : null
}
export const isCompoundAge = (text: string) => compound.test(text)

export const ordinalOf = (text: string, language: Language) => valueIn(ordinals, text, language)

const noTags: ReadonlySet<Tag> = new Set()
export type Tags = ReadonlySet<Tag>

interface Entry {
  functions: Language[]
  byLanguage: Map<Language, Tags>
  isForeign: boolean
}

const entries = new Map<string, Entry>()
const maxEntries = 20_000
const noEntry: Entry = { functions: [], byLanguage: new Map(), isForeign: false }

function entryOf(text: string): Entry {
  const known = entries.get(text)
  if (known) return known
  if (entries.size > maxEntries) entries.clear()
  const entry = text.length > 40 ? noEntry : createEntry(text)
  entries.set(text, entry)
  return entry
}

function createEntry(text: string): Entry {
  const found = [exact.get(text)]
  for (let size = Math.min(text.length, longestStem); size > 1; size--) found.push(stems.get(text.slice(0, size)))
  const all = found.filter((one) => one !== undefined)
  if (all.length === 0) return noEntry
  const byLanguage = new Map<Language, Tags>()
  for (const language of languages) {
    const tags = all.flatMap((one) => one.tags[language] ?? [])
    if (tags.length > 0) byLanguage.set(language, new Set(tags))
  }
  return { functions: all.flatMap((one) => one.functions), byLanguage, isForeign: !byLanguage.has("en") }
}

const isHan = (text: string) => /[\u3040-\u30ff\u3400-\u9fff]/.test(text)

/** Of most of its words; English if in doubt. */
export function languageOf(words: readonly { text: string }[]): Language {
  const votes: Record<string, number> = { en: 1.3 }
  for (const { text } of words) {
    const code = text.charCodeAt(0)
    if (code < 97 || code > 122) continue
    const { functions, byLanguage, isForeign } = entryOf(text)
    for (const language of functions) votes[language] = (votes[language] ?? 0) + 2
    if (isForeign) for (const language of byLanguage.keys()) votes[language] = (votes[language] ?? 0) + 1.2
    else if (byLanguage.has("en")) votes.en! += 0.7
  }
  return latin.reduce((best, one) => ((votes[one] ?? 0) > votes[best]! ? one : best), "en" as Language)
}

/** What the word means in a text of that language. */
export function tagsOf(text: string, language: Language, hasKana: boolean): Tags {
  const { byLanguage, isForeign } = entryOf(text)
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
