import { keyOf } from "./catalogue.ts"
import type { Text } from "./texts.ts"

/**
 * Assigns ids to the texts of the sources. A new text that resembles a removed one keeps its id, and so its
 * translations: an added comma in English invalidates no sentence.
 */
export function idsOf(texts: Text[], known: ReadonlyMap<string, Text>): { ids: Map<string, Text>; changed: string[] } {
  const wanted = new Map(texts.map((text) => [keyOf(text), text]))
  const ids = new Map([...known].filter(([, text]) => wanted.delete(keyOf(text))))
  const gone = [...known].filter(([id]) => !ids.has(id))
  const changed: string[] = []
  for (const text of wanted.values()) {
    const like = gone.find(
      ([id, old]) => !ids.has(id) && old.context === text.context && areAlike(old.message, text.message),
    )
    if (like) changed.push(like[0])
    ids.set(like?.[0] ?? newId(text, (id) => ids.has(id) || known.has(id)), text)
  }
  return { ids, changed }
}

/** Returns whether three of four words are the same, and all values. */
function areAlike(a: string, b: string): boolean {
  const [one, other] = [wordsOf(a), wordsOf(b)]
  const common = one.filter((word) => other.includes(word)).length
  const values = (text: string) =>
    text
      .match(/\{\d+|<\d+/g)
      ?.sort()
      .join() ?? ""
  return values(a) === values(b) && common >= 0.75 * Math.max(one.length, other.length)
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []

/** Makes an id of the first words, `addToCart`, with a number if it is taken. */
function newId({ message, context }: Text, isTaken: (id: string) => boolean): string {
  const plain = `${message.replace(/\{\d+(, \w+,)?|\b(one|other) \{|<\/?\d+\/?>|['’]/g, "")} ${context}`
  const words = (plain.match(/[A-Za-z\d]+/g) ?? []).slice(0, 6).map((word) => word.toLowerCase())
  const name = words.map((word, n) => (n === 0 ? word : word[0]!.toUpperCase() + word.slice(1))).join("")
  const first = /^[a-z]/.test(name) ? name : `text${name}`
  for (let n = 1; ; n++) {
    const id = n === 1 ? first : `${first}_${n}`
    if (!isTaken(id)) return id
  }
}
