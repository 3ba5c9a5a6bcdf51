import type { Category } from "./engine.ts"

export interface Found {
  category: Category
  score: number
  start: number
  end: number
}

const own = /(?:^|\.)(?:vitrine\.(?:shop|example)|localhost)$/

const email = /[a-z0-9][a-z0-9._%+-]{0,63}@[a-z0-9][a-z0-9-]{0,62}(?:\.[a-z0-9-]{1,63}){0,3}\.[a-z]{2,24}/g
const link =
  /(?<![a-z0-9@.-])(?:https?:\/\/[^\s]{1,200}|www\.[^\s]{2,200}|(?:[a-z0-9-]{1,40}\.){1,3}(?:com|net|org|info|biz|io|me|ly|gg|co|ru|cn|xyz|top|site|online|shop|link|club|app|to|tv|cc)(?:\/[^\s]{0,200})?)(?![a-z0-9-])/g
const handle = /(?<![a-z0-9.@_])@[a-z0-9_][a-z0-9_.]{2,31}(?![a-z0-9_.]*\.[a-z])/g
const figures = /(?<![a-z0-9])\+?\(?\d(?:[\d().\s-]{5,24})\d(?![a-z0-9])/g
const wallets = [
  /(?<![A-Za-z0-9])bc1[a-z0-9]{25,62}(?![A-Za-z0-9])/g,
  /(?<![A-Za-z0-9])[13][1-9A-HJ-NP-Za-km-z]{25,34}(?![A-Za-z0-9])/g,
  /(?<![A-Za-z0-9])0x[0-9a-fA-F]{40}(?![A-Za-z0-9])/g,
  /(?<![A-Za-z0-9])T[1-9A-HJ-NP-Za-km-z]{33}(?![A-Za-z0-9])/g,
]
/** One figure after the other, or with letters that look like some. */
const takenApart = /(?<![a-z0-9])\+?(?:[\do][\s.,/_-]{1,2}){8,15}[\do](?![a-z0-9])/g
const withLetters = /(?<![a-z0-9])\+?(?=[\do]*o)(?=o*\d)[\do]{2,5}[\s./-]?[\do]{3,}(?:[\s./-]?[\do]{2,})*(?![a-z0-9])/g
const iban = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]{4}){3,7}(?:[ ]?[A-Z0-9]{1,3})?(?![A-Za-z0-9])/g

/** Addresses, numbers, wallets: what leads out of the shop, or tells what nobody should tell. `plain` is the folded text, `at` where its characters come from, counted from `from`. */
export function findContacts(text: string, plain: string, at: Int32Array, from: number): Found[] {
  const found: Found[] = []
  const add = (category: Category, score: number, start: number, end: number) =>
    found.push({ category, score, start: at[start]! - from, end: at[end]! - from })
  if (plain.includes("@")) {
    for (const { index, 0: match } of plain.matchAll(email)) add("off_platform", 0.8, index, index + match.length)
    for (const { index, 0: match } of plain.matchAll(handle)) add("off_platform", 0.65, index, index + match.length)
  }
  if (plain.includes(".")) {
    for (const { index, 0: match } of plain.matchAll(link)) {
      const host = match.replace(/^https?:\/\//, "").split(/[/?#:]/, 1)[0]!
      if (!own.test(host)) add("off_platform", 0.65, index, index + match.length)
    }
  }
  if (!/\d/.test(plain)) return found
  for (const { index, 0: match } of plain.matchAll(figures)) {
    const kind = kindOfNumber(match, plain.slice(Math.max(0, index - 40), index))
    if (kind) add(kind, 0.75, index, index + match.length)
  }
  for (const pattern of [takenApart, withLetters]) {
    for (const { index, 0: match } of plain.matchAll(pattern)) {
      const count = match.replace(/[^\do]/g, "").length
      if (count >= 9 && count <= 15) add("off_platform", 0.7, index, index + match.length)
    }
  }
  for (const wallet of wallets) {
    for (const { index, 0: match } of text.matchAll(wallet)) {
      found.push({ category: "off_platform", score: 0.8, start: index, end: index + match.length })
    }
  }
  for (const { index, 0: match } of text.matchAll(iban)) {
    found.push({ category: "personal_data", score: 0.75, start: index, end: index + match.length })
  }
  return found
}

const figuresOnly = /^[+(]?\d[\d()\s./-]*$/

/** A number that is given in pieces, one line after the other. */
export function isInPieces(text: string, before: readonly string[]): boolean {
  if (before.length === 0 || !figuresOnly.test(text.trim())) return false
  let first = before.length
  while (first > 0 && figuresOnly.test(before[first - 1]!.trim())) first--
  const whole = [...before.slice(first), text].join("")
  const count = whole.replace(/\D/g, "").length
  return first < before.length && /^\s*[+(]?0|^\s*\+/.test(whole) && count >= 9 && count <= 15
}

const ours =
  /(?:measur\w*|size|dimension\w*|track\w*|order|ord|invoice|ref\w*|parcel|shipment|serial|item|article|number of|model|payment|batch|part|edition|ean|sku|isbn|version)\b[^.!?]{0,24}$/
const asking =
  /(?:call|text|phone|number|reach|whatsapp|ring|mobile|cell|signal|telegram|viber|sms|tel|line|dial|contact)\b[^.!?]{0,28}$/
const social = /(?:ssn|social security)[^.!?]{0,24}$/

function kindOfNumber(match: string, before: string): Category | null {
  const digits = match.replace(/\D/g, "")
  if (social.test(before) && digits.length === 9) return "personal_data"
  if (digits.length >= 13 && digits.length <= 19 && isCard(digits)) return "personal_data"
  if (/^\d{3}-\d{2}-\d{4}$/.test(match)) return "personal_data"
  if (ours.test(before) && !asking.test(before)) return null
  if (digits.length > 15 || digits.length < 7) return null
  // Dates, ranges and measures are written in figures, too.
  if (/^\d{1,4}[.\s-]{1,3}\d{1,2}[.\s-]{1,3}\d{2,4}$/.test(match)) return null
  if (asking.test(before)) return "off_platform"
  if (match.startsWith("+") && digits.length >= 8) return "off_platform"
  if (/^\(?0?\d{2,4}\)?[\s.-]+\d{3,4}[\s.-]+\d{2,4}(?:[\s.-]+\d{2,4})*$/.test(match) && digits.length >= 9)
    return "off_platform"
  return /^0\d{8,12}$/.test(match) ? "off_platform" : null
}

/** The check digit of payment cards. */
function isCard(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const value = Number(digits[digits.length - 1 - i])
    const doubled = i % 2 === 1 ? value * 2 : value
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0 && new Set(digits).size > 1
}
