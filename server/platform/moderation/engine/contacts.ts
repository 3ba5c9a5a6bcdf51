import type { Category } from "../rules/category.ts"
import {
  beforeContactNumber,
  beforeShopNumber,
  beforeSocialSecurityNumber,
  dateOrRange,
  digitsOnly,
  disguisedNumbers,
  email,
  groupedPhoneNumber,
  handle,
  iban,
  link,
  nationalPhoneNumber,
  ownHost,
  phoneNumber,
  socialSecurityNumber,
  wallets,
} from "../rules/contacts.ts"

export interface Contact {
  category: Category
  score: number
  start: number
  end: number
}

const minPhoneDigits = 9
const maxPhoneDigits = 15
const labelLength = 40

/** Finds addresses, phone numbers, wallets and accounts. `offsets` are those of `folded`, counted from `from`. */
export function findContacts(text: string, folded: string, offsets: Int32Array, from: number): Contact[] {
  const found: Contact[] = []
  const add = (category: Category, score: number, start: number, end: number) =>
    found.push({ category, score, start: offsets[start]! - from, end: offsets[end]! - from })
  if (folded.includes("@")) {
    for (const { index, 0: match } of folded.matchAll(email)) add("off_platform", 0.8, index, index + match.length)
    for (const { index, 0: match } of folded.matchAll(handle)) add("off_platform", 0.65, index, index + match.length)
  }
  if (/\.\S/.test(folded) || (folded.includes("://") && folded.includes("."))) {
    for (const { index, 0: match } of folded.matchAll(link)) {
      const host = match.replace(/^https?:\/\//, "").split(/[/?#:]/, 1)[0]!
      if (!ownHost.test(host)) add("off_platform", 0.65, index, index + match.length)
    }
  }
  if (!/\d/.test(folded)) return found
  for (const { index, 0: match } of folded.matchAll(phoneNumber)) {
    const category = categoryOfNumber(match, folded.slice(Math.max(0, index - labelLength), index))
    if (category) add(category, 0.75, index, index + match.length)
  }
  for (const pattern of disguisedNumbers) {
    for (const { index, 0: match } of folded.matchAll(pattern)) {
      if (isPhoneLength(match.replace(/[^\do]/g, "").length)) add("off_platform", 0.7, index, index + match.length)
    }
  }
  for (const wallet of wallets) found.push(...findIn(text, wallet, "off_platform", 0.8))
  found.push(...findIn(text, iban, "personal_data", 0.75))
  return found
}

const findIn = (text: string, pattern: RegExp, category: Category, score: number): Contact[] =>
  [...text.matchAll(pattern)].map(({ index, 0: match }) => ({
    category,
    score,
    start: index,
    end: index + match.length,
  }))

const isPhoneLength = (digits: number) => digits >= minPhoneDigits && digits <= maxPhoneDigits

/** Recognizes a phone number sent in pieces, one message after the other. */
export function isNumberInPieces(text: string, recent: readonly string[]): boolean {
  if (recent.length === 0 || !digitsOnly.test(text.trim())) return false
  let first = recent.length
  while (first > 0 && digitsOnly.test(recent[first - 1]!.trim())) first--
  const whole = [...recent.slice(first), text].join("")
  return first < recent.length && /^\s*[+(]?0|^\s*\+/.test(whole) && isPhoneLength(whole.replace(/\D/g, "").length)
}

function categoryOfNumber(match: string, before: string): Category | null {
  const digits = match.replace(/\D/g, "")
  if (beforeSocialSecurityNumber.test(before) && digits.length === 9) return "personal_data"
  if (digits.length >= 13 && digits.length <= 19 && isCardNumber(digits)) return "personal_data"
  if (socialSecurityNumber.test(match)) return "personal_data"
  if (beforeShopNumber.test(before) && !beforeContactNumber.test(before)) return null
  if (digits.length > maxPhoneDigits || digits.length < 7) return null
  if (dateOrRange.test(match)) return null
  if (beforeContactNumber.test(before)) return "off_platform"
  if (match.startsWith("+") && digits.length >= 8) return "off_platform"
  if (groupedPhoneNumber.test(match) && digits.length >= minPhoneDigits) return "off_platform"
  return nationalPhoneNumber.test(match) ? "off_platform" : null
}

/** Checks the check digit (Luhn). */
function isCardNumber(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const value = Number(digits[digits.length - 1 - i])
    const doubled = i % 2 === 1 ? value * 2 : value
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0 && new Set(digits).size > 1
}
