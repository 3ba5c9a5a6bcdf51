import { findPlain } from "./evaluate.ts"

/** Replaces personal data by dots, such as card numbers and the words after "my password is". */
export function masked(text: string): string {
  let shown = text
  for (const { category, start, end } of findPlain(text).spans) {
    if (category !== "personal_data") continue
    const secretEnd = /\d/.test(text.slice(start, end)) ? end : end + /^\W*\S*/.exec(text.slice(end))![0].length
    shown = shown.slice(0, start) + shown.slice(start, secretEnd).replace(/\S/g, "•") + shown.slice(secretEnd)
  }
  return shown
}
