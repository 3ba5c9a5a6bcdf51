import {
  languageOf,
  type Meaning,
  meaningOf,
  numberOf,
  ordinalOf,
  type Tag,
  type Tags,
  tensOf,
  withNumber,
} from "./lexicon.ts"
import type { Word } from "./word.ts"
import type { Language } from "./words.ts"

/** A word with its meaning in the search for minors. */
export interface Token extends Word {
  tags: Tags
  num: number | null
  ordinal: number | null
  meaning: Meaning
}

export interface Annotated {
  tokens: Token[]
  /** Whether any of the words can refer to a minor. */
  mayPoint: boolean
  language: Language
}

const teens: Record<string, number> = {
  six: 16,
  seven: 17,
  eigh: 18,
  eight: 18,
  four: 14,
  fif: 15,
  thir: 13,
  nine: 19,
  четыр: 14,
  чет: 14,
  три: 13,
  две: 12,
  шест: 16,
  сем: 17,
}

const thousand = /^(?:thousand|mil|mille|тысячи)$/

/** Recognizes "1five", "十 四". */
function isDigitWord({ text, start }: Word, ten: string, { end }: Word): boolean {
  if (ten === "十") return /^[一二三四五六七八九]$/.test(text)
  const value = start === end && /^[a-z]/.test(text) ? numberOf(text, "en") : null
  return value !== null && value > 0 && value < 10
}

export function annotate(words: readonly Word[], given?: Language): Annotated {
  const entries = words.map(({ entry }) => entry)
  const language = given ?? languageOf(entries)
  const hasKana = entries.some((entry) => entry.hasKana)
  const tokens: Token[] = []
  let mayPoint = false
  for (let i = 0; i < words.length; i++) {
    const { text, start, entry } = words[i]!
    let { end } = words[i]!
    let meaning = meaningOf(entry, language, hasKana)
    let { num } = meaning
    const next = words[i + 1]
    const isPiece = num !== null && next !== undefined
    if (isPiece && next.text === "teen" && Object.hasOwn(teens, text)) {
      num = teens[text]!
      end = words[++i]!.end
    } else if (isPiece && tensOf(text) !== undefined) {
      const at = next.text === "y" || next.text === "e" || next.text === "et" ? i + 2 : i + 1
      const unit = words[at] ? numberOf(words[at].text, language) : null
      if (unit !== null && unit > 0 && (unit < 10 || num === 20) && unit < 20) {
        num = unit < 10 ? num! + unit : 2000 + unit
        i = at
        end = words[i]!.end
      }
    } else if (next && (num === 2 || text === "две") && thousand.test(next.text)) {
      // "dos mil once", "two thousand and twelve"
      const at = /^(?:and|y|e|et)$/.test(words[i + 2]?.text ?? "") ? i + 3 : i + 2
      const unit = words[at] ? (numberOf(words[at].text, language) ?? ordinalOf(words[at].text, language)) : null
      if (unit !== null && unit > 0 && unit < 30) {
        num = 2000 + unit
        i = at
        end = words[i]!.end
      }
    } else if (
      isPiece &&
      (text === "十" || text === "1") &&
      words[i + 1]!.text !== text &&
      isDigitWord(next, text, words[i]!)
    ) {
      num = 10 + numberOf(next.text, language)!
      end = words[++i]!.end
    } else if (next?.text === "надцать" && num === null) {
      num = teens[text] ?? 15
      end = words[++i]!.end
    } else if (isPiece && text === "1" && /^\d$/.test(next.text) && !/^\d$/.test(words[i + 2]?.text ?? "")) {
      num = 10 + Number(next.text)
      end = words[++i]!.end
    }
    if (num !== meaning.num) meaning = withNumber(meaning, num!)
    mayPoint ||= meaning.isNumeric || meaning.mayPoint
    tokens.push({ text, start, end, entry, tags: meaning.tags, num, ordinal: meaning.ordinal, meaning })
  }
  return { tokens, mayPoint, language }
}

export function has(token: Token | undefined, ...tags: Tag[]): boolean {
  if (token === undefined || token.tags.size === 0) return false
  for (const tag of tags) if (token.tags.has(tag)) return true
  return false
}
