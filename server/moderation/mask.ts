import { moderate } from "./engine.ts"

/** What nobody else needs to read, as dots: numbers of cards and accounts, and what comes behind "my password is". */
export function masked(text: string): string {
  let shown = text
  for (const { category, start, end } of moderate({ text, kind: "message" }).spans) {
    if (category !== "personal_data") continue
    const secret = /\d/.test(text.slice(start, end)) ? end : end + /^\W*\S*/.exec(text.slice(end))![0].length
    shown = shown.slice(0, start) + shown.slice(start, secret).replace(/\S/g, "•") + shown.slice(secret)
  }
  return shown
}
