import type { Entry } from "./patterns.ts"

/**
 * One word of a text as it is read, with where it stands in the text as it was written. A `.` stands for whatever ends a thought;
 * signs that change the meaning of a number (`$`, `%`, `+`, `:`, `#`) are words of their own.
 */
export interface Word {
  text: string
  start: number
  end: number
  /** What the rules know of it, once they were asked. */
  entry?: Entry
}

export interface Readings {
  /** As it was written. */
  text: string
  /** Lower case, Latin where a letter only looks otherwise, without what cannot be seen; signs and spaces as they stand. */
  plain: string
  /** For each character of `plain`, where it comes from. */
  at: Int32Array
  /** Other scripts as themselves, without spaces and signs; empty for a text that has none. */
  foreign: string
  /** The words as they stand first, then what they read as once tricks of spelling are undone. At most four, most texts have one. */
  words: Word[][]
  /** For each of them where its words are not those of the first; undefined for the first itself. */
  fresh: (number[] | undefined)[]
}

/** Linear in the length of the text, whatever it holds. */
export function read(text: string): Readings {
  const { plain, at, hasForeign } = fold(text)
  const standing = wordsOf(plain, at)
  const words = [standing]
  const decoded = decode(plain, at, "i", standing)
  addIfNew(words, decoded.words)
  if (decoded.hasOne) addIfNew(words, decode(plain, at, "l", standing).words)
  if (decoded.runs.size > 0 || decoded.words.some((word) => hasRun(word.text))) addIfNew(words, withoutRuns(decoded))
  const fresh = words.map((reading, n) => (n === 0 ? undefined : differing(reading, standing)))
  return { text, plain, at, foreign: hasForeign ? foreignOf(text) : "", words, fresh }
}

/** Where a word, or the one behind it, is another than in the first reading. */
function differing(words: Word[], first: Word[]): number[] {
  const places: number[] = []
  let other = 0
  for (let i = 0; i < words.length; i++) {
    while (other < first.length && first[other]!.start < words[i]!.start) other++
    if (!isSame(words[i], first[other]) || !isSame(words[i + 1], first[other + 1])) places.push(i)
  }
  return places
}

const isSame = (one: Word | undefined, two: Word | undefined) =>
  one === two || (one?.text === two?.text && one?.start === two?.start && one?.end === two?.end)

function addIfNew(all: Word[][], words: Word[]): void {
  const isLike = (one: Word, i: number) => one === words[i] || one.text === words[i]!.text
  if (!all.some((one) => one.length === words.length && one.every(isLike))) all.push(words)
}

interface Folded {
  plain: string
  at: Int32Array
  hasForeign: boolean
}

/** 0, 1, 2 ... for as many characters as a text ever had, to some length. */
let counted = Int32Array.from({ length: 8192 }, (_, i) => i)
const longestCounted = 1 << 17

function fold(text: string): Folded {
  return isAscii(text) ? { plain: text.toLowerCase(), at: countTo(text.length), hasForeign: false } : foldAll(text)
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 128) return false
  return true
}

function countTo(length: number): Int32Array {
  if (length >= longestCounted) return Int32Array.from({ length: length + 1 }, (_, i) => i)
  if (length >= counted.length) counted = Int32Array.from({ length: longestCounted }, (_, i) => i)
  return counted.subarray(0, length + 1)
}

function foldAll(text: string): Folded {
  const parts: string[] = []
  const at: number[] = []
  let from = 0
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) < 128) {
      at.push(i)
      continue
    }
    if (from < i) parts.push(text.slice(from, i).toLowerCase())
    const point = text.codePointAt(i)!
    const mapped = foldPoint(point)
    for (let n = 0; n < mapped.length; n++) at.push(i)
    parts.push(mapped)
    if (point > 0xffff) i++
    from = i + 1
  }
  if (from < text.length) parts.push(text.slice(from).toLowerCase())
  at.push(text.length)
  return { plain: parts.join(""), at: Int32Array.from(at), hasForeign: true }
}

const folded = new Map<number, string>()

function foldPoint(point: number): string {
  const known = folded.get(point)
  if (known !== undefined) return known
  if (folded.size > 5000) folded.clear()
  const seen = withoutMarks(String.fromCodePoint(point)).toLowerCase()
  const mapped = seen.replace(/[^\0-\x7f]/gu, (letter) => lookalikes.get(letter) ?? letter)
  folded.set(point, mapped)
  return mapped
}

/** Compatibility forms folded; accents, joiners, direction marks and letters without ink taken off. */
function withoutMarks(text: string): string {
  return text
    .normalize("NFKC")
    .normalize("NFD")
    .replace(/\p{M}|\p{Cf}|\u115f|\u1160|\u3164/gu, "")
    .normalize("NFC")
}

export function foreignOf(text: string): string {
  return withoutMarks(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "")
}

const none = 0
const letter = 1
const digit = 2
const apostrophe = 3
const stop = 4
const sign = 5
const space = 6

const money = new Set(["€", "£", "¥"])
const asciiKinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code)
  if (/[a-z]/.test(char)) return letter
  if (/\d/.test(char)) return digit
  if (code <= 32) return char === "\n" ? stop : space
  if (char === "'" || char === "`") return apostrophe
  if ('.,;!?)"'.includes(char)) return stop
  return "$%+:=#".includes(char) ? sign : none
})
const otherKinds = new Map<number, number>()

function kindAt(text: string, i: number): number {
  if (i >= text.length) return space
  const code = text.charCodeAt(i)
  if (code < 128) return asciiKinds[code]!
  let kind = otherKinds.get(code)
  if (kind === undefined) {
    kind = kindOfOther(String.fromCharCode(code))
    if (otherKinds.size < 5000) otherKinds.set(code, kind)
  }
  return kind
}

function kindOfOther(char: string): number {
  if (char === "\u2019" || char === "\u2018" || char === "\u00b4") return apostrophe
  if (money.has(char)) return sign
  if (/[\u2026\u3002\u201d\uff0c]/.test(char)) return stop
  if (/\s/u.test(char)) return space
  return /[\p{L}\p{N}\ud800-\udfff]/u.test(char) ? letter : none
}

/** Splits at every sign; `she's` is `shes`, `16cm` is `16 cm`, `2.16` and `1,240` stay numbers. */
function wordsOf(plain: string, at: Int32Array): Word[] {
  const words: Word[] = []
  let first = -1
  let last = 0
  let was = none
  let hasApostrophe = false
  const close = () => {
    if (first < 0) return
    const body = plain.slice(first, last + 1)
    words.push({ text: hasApostrophe ? lettersOnly(body) : body, start: at[first]!, end: at[last + 1]! })
    first = -1
    hasApostrophe = false
  }
  for (let i = 0; i < plain.length; i++) {
    const kind = kindAt(plain, i)
    if (kind === letter || kind === digit) {
      if (kind !== was) close()
      if (first < 0) first = i
      last = i
      was = kind
      continue
    }
    if (kind === space) {
      close()
      continue
    }
    if (first >= 0 && kind === apostrophe && was === letter && kindAt(plain, i + 1) === letter) {
      hasApostrophe = true
      continue
    }
    if (first >= 0 && was === digit && ".,:/".includes(plain[i]!) && kindAt(plain, i + 1) === digit) continue
    close()
    if (kind === stop && endsThought(plain, i)) addSign(words, ".", at, i)
    if (kind === sign) addSign(words, money.has(plain[i]!) ? "$" : plain[i] === "=" ? ":" : plain[i]!, at, i)
  }
  close()
  return words
}

const lettersOnly = (body: string) => [...body].filter((_, i, all) => kindAt(all[i]!, 0) !== apostrophe).join("")

/** "nice.Teen" goes on behind its dot, "nice. Then" does not. */
function endsThought(plain: string, i: number): boolean {
  const next = kindAt(plain, i + 1)
  return next !== letter && next !== digit
}

function addSign(words: Word[], text: string, at: Int32Array, i: number): void {
  if (text !== "." || words.at(-1)?.text !== ".") words.push({ text, start: at[i]!, end: at[i + 1]! })
}

const leet: Record<string, string> = {
  "0": "o",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "9": "g",
  "@": "a",
  $: "s",
  "!": "i",
  "|": "l",
  "+": "t",
}
const longestWord = 64

interface Decoded {
  words: Word[]
  /** There was a 1 or a stroke that may be an i or an l. */
  hasOne: boolean
  /** Words in which a letter stood three times or more, as they read with one of it; they stand there with two. */
  runs: Map<Word, string>
}

/** What stands between two spaces is one word: signs inside it go, signs that look like letters become letters, single letters in a row are joined. */
function decode(plain: string, at: Int32Array, one: "i" | "l", standing: Word[]): Decoded {
  const state: Decoded = { words: [], hasOne: false, runs: new Map() }
  let next = 0
  let i = 0
  while (i < plain.length) {
    while (i < plain.length && isSpace(plain, i)) i++
    const from = i
    while (i < plain.length && !isSpace(plain, i)) i++
    if (i === from) continue
    while (next < standing.length && standing[next]!.start < at[from]!) next++
    chunk(plain, at, from, i, one, state, standing[next])
  }
  state.words = joinSingles(state.words)
  return state
}

const isSpace = (text: string, i: number) => {
  const kind = kindAt(text, i)
  return kind === space || (kind === stop && text[i] === "\n")
}

function chunk(
  plain: string,
  at: Int32Array,
  from: number,
  to: number,
  one: "i" | "l",
  state: Decoded,
  standing: Word | undefined,
): void {
  let begin = from
  let end = to
  while (begin < end && !isWordSign(plain, begin)) begin++
  while (end > begin && !isWordEnd(plain, end - 1)) end--
  if (begin < end) {
    const start = at[begin]!
    const isWhole = standing?.start === start && standing.end === at[end] && standing.text.length === end - begin
    if (isWhole && !hasRun(standing.text)) state.words.push(standing)
    else state.words.push(wordOf(bodyOf(plain.slice(begin, end), one, state), start, at[end]!, state))
  }
  for (let i = end; i < to; i++) {
    if (kindAt(plain, i) !== stop) continue
    addSign(state.words, ".", at, i)
    break
  }
}

const isWordSign = (text: string, i: number) => isLetterOrDigit(text, i) || "@$|+".includes(text[i]!)
const isWordEnd = (text: string, i: number) => isLetterOrDigit(text, i) || "@$".includes(text[i]!)
const isLetterOrDigit = (text: string, i: number) => {
  const kind = kindAt(text, i)
  return kind === letter || kind === digit
}

function bodyOf(body: string, one: "i" | "l", state: Decoded): string {
  if (body.length > longestWord || !/[^\d\W_]|[^\0-\x7f]/.test(body)) return body
  let text = ""
  for (let i = 0; i < body.length; i++) {
    const char = body[i]!
    if (char === "1" || char === "|") {
      state.hasOne = true
      text += one
    } else if (leet[char] !== undefined && (body.length >= 3 || char !== "+")) text += leet[char]
    else if (isLetterOrDigit(body, i)) text += char
  }
  return text
}

function wordOf(text: string, start: number, end: number, { runs }: Decoded): Word {
  if (text.length > longestWord || !hasRun(text)) return { text, start, end }
  const word = { text: collapse(text, "$1$1"), start, end }
  runs.set(word, collapse(text, "$1"))
  return word
}

function withoutRuns({ words, runs }: Decoded): Word[] {
  return words.map((word) => {
    const text = runs.get(word) ?? (hasRun(word.text) ? collapse(word.text, "$1") : word.text)
    return text === word.text ? word : { text, start: word.start, end: word.end }
  })
}

const collapse = (text: string, by: string) => text.replace(/([a-z])\1{2,}/g, by)

function hasRun(text: string): boolean {
  for (let i = 2; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code >= 97 && code <= 122 && code === text.charCodeAt(i - 1) && code === text.charCodeAt(i - 2)) return true
  }
  return false
}

/** `t e e n` is one word; so is what stands behind a leading `a` or `i`, which may be words of their own. Figures at the end stay figures. */
function joinSingles(words: Word[]): Word[] {
  const joined: Word[] = []
  let run: Word[] = []
  const close = () => {
    if (run.length >= 3) joined.push(...joinRun(run))
    else joined.push(...run)
    run = []
  }
  for (const word of words) {
    const isSingle = word.text.length === 1 && word.text !== "."
    if (isSingle) run.push(word)
    if (run.length === longestWord) close()
    if (!isSingle) {
      // A full stop behind each letter is one more way to take it apart.
      if (word.text === "." && run.length > 0 && word.start - run.at(-1)!.end < 1) continue
      close()
      joined.push(word)
    }
  }
  close()
  return joined
}

function joinRun(run: Word[]): Word[] {
  const all: Word[] = []
  let letters = run
  if (run.length > 3 && (run[0]!.text === "a" || run[0]!.text === "i")) {
    all.push(run[0]!)
    letters = run.slice(1)
  }
  let figures = letters.length
  while (figures > 0 && /\d/.test(letters[figures - 1]!.text)) figures--
  const parts = figures > 0 ? [letters.slice(0, figures), letters.slice(figures)] : [letters]
  for (const part of parts.filter((one) => one.length > 0)) {
    const text = part.map((word) => word.text).join("")
    const isNumber = /^\d+$/.test(text)
    const spelt = isNumber ? text : text.replace(/\d/g, (char) => (char === "1" ? "i" : (leet[char] ?? char)))
    all.push({ text: spelt, start: part[0]!.start, end: part.at(-1)!.end })
  }
  return all
}

const lookalikes = new Map(
  Object.entries({
    a: "аαɑ",
    b: "вьβ",
    c: "сϲƈ",
    d: "ԁɗ",
    e: "еєεҽ",
    g: "ɡց",
    h: "һнհ",
    i: "іιıɩɪ¡",
    j: "јϳ",
    k: "кκ",
    l: "ӏⅼłʟ",
    m: "мм",
    n: "пηո",
    o: "оοσօøө",
    p: "рρ",
    q: "ԛ",
    r: "гʀ",
    s: "ѕꜱʂ",
    t: "тτŧ",
    u: "υսц",
    v: "ѵν",
    w: "ԝωш",
    x: "хχ",
    y: "уγү",
    z: "ʐᴢ",
    ss: "ß",
    ae: "æ",
    0: "٠۰०০",
    1: "١۱१১",
    2: "٢۲२২",
    3: "٣۳३৩",
    4: "٤۴४৪",
    5: "٥۵५৫",
    6: "٦۶६৬",
    7: "٧۷७৭",
    8: "٨۸८৮",
    9: "٩۹९৯",
  }).flatMap(([latin, others]) => [...others].map((other) => [other, latin] as const)),
)
