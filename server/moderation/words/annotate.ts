import { isCompoundAge, languageOf, numberOf, ordinalOf, type Tag, type Tags, tagsOf, tensOf } from "./lexicon.ts"
import type { Word } from "./word.ts"
import type { Language } from "./words.ts"

/** A word with what it means to the search for minors. */
export interface Token extends Word {
  tags: Tags
  /** Its value, if it is a number in digits or words. */
  num: number | null
  /** "fünfzehnjährige": the number and its unit in one word. */
  isAge: boolean
  ordinal: number | null
}

export interface Annotated {
  tokens: Token[]
  language: Language
}

const teens: Record<string, number> = { six: 16, seven: 17, eigh: 18, eight: 18, four: 14, fif: 15, thir: 13, nine: 19 }

export function annotate(words: readonly Word[]): Annotated {
  const language = languageOf(words)
  const hasKana = words.some(({ text }) => /[\u3040-\u30ff]/.test(text))
  const tokens: Token[] = []
  for (let i = 0; i < words.length; i++) {
    const { text, start } = words[i]!
    let { end } = words[i]!
    const tags = tagsOf(text, language, hasKana)
    let num = text === "." ? null : numberOf(text, language)
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
    } else if (isPiece && text === "1" && /^\d$/.test(next.text) && !/^\d$/.test(words[i + 2]?.text ?? "")) {
      num = 10 + Number(next.text)
      end = words[++i]!.end
    }
    const isAge = num !== null && num < 100 && text.length > 5 && isCompoundAge(text)
    tokens.push({ text, start, end, tags, num, isAge, ordinal: num === null ? ordinalOf(text, language) : null })
  }
  return { tokens, language }
}

export const has = (token: Token | undefined, ...tags: Tag[]) =>
  token !== undefined && tags.some((tag) => token.tags.has(tag))
