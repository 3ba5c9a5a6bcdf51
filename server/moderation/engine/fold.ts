export interface Folded {
  folded: string
  /** For each character of `folded`, where it stands in the original; then the length of the original. */
  offsets: Int32Array
  hasForeign: boolean
}

/** Lower case, look-alikes as Latin letters, no accents and no invisible characters; signs and spaces stay. */
export function fold(text: string): Folded {
  return isAscii(text)
    ? { folded: text.toLowerCase(), offsets: countTo(text.length), hasForeign: false }
    : foldAll(text)
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 128) return false
  return true
}

/** 0, 1, 2 ... kept for reuse, as most texts are ASCII. */
let counted = Int32Array.from({ length: 8192 }, (_, i) => i)
const maxCounted = 1 << 17

function countTo(length: number): Int32Array {
  if (length >= maxCounted) return Int32Array.from({ length: length + 1 }, (_, i) => i)
  if (length >= counted.length) counted = Int32Array.from({ length: maxCounted }, (_, i) => i)
  return counted.subarray(0, length + 1)
}

function foldAll(text: string): Folded {
  const parts: string[] = []
  const offsets: number[] = []
  let from = 0
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) < 128) {
      offsets.push(i)
      continue
    }
    if (from < i) parts.push(text.slice(from, i).toLowerCase())
    const point = text.codePointAt(i)!
    const mapped = foldPoint(point)
    for (let n = 0; n < mapped.length; n++) offsets.push(i)
    parts.push(mapped)
    if (point > 0xffff) i++
    from = i + 1
  }
  if (from < text.length) parts.push(text.slice(from).toLowerCase())
  offsets.push(text.length)
  return { folded: parts.join(""), offsets: Int32Array.from(offsets), hasForeign: true }
}

const foldedPoints = new Map<number, string>()
const maxCached = 5000

function foldPoint(point: number): string {
  const known = foldedPoints.get(point)
  if (known !== undefined) return known
  if (foldedPoints.size > maxCached) foldedPoints.clear()
  const visible = withoutMarks(capped(String.fromCodePoint(point))).toLowerCase()
  const mapped = visible.replace(/[^\0-\x7f]/gu, (char) => lookalikes.get(char) ?? char)
  foldedPoints.set(point, mapped)
  return mapped
}

/** Compatibility forms decomposed; accents, joiners, direction marks and blank letters removed. */
function withoutMarks(text: string): string {
  return text
    .normalize("NFKC")
    .normalize("NFD")
    .replace(/\p{M}|\p{Cf}|\u115f|\u1160|\u3164/gu, "")
    .normalize("NFC")
}

/** A single sign can decompose into eighteen letters; this bounds the growth of a text. */
const maxDecomposed = 4

function capped(text: string): string {
  return text.replace(/[\u2000-\u33ff\ufb00-\ufdff]/g, (char) => {
    const decomposed = char.normalize("NFKC")
    return decomposed.length <= maxDecomposed ? char : [...decomposed].slice(0, maxDecomposed).join("")
  })
}

/** Letters and digits alone, in their own script. */
export function foreignLetters(text: string): string {
  return withoutMarks(capped(text))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "")
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
