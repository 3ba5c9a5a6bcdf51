import { chatTexts } from "./texts.ts"

/** What a message may be, in UTF-16 code units. No zod here: the pages import this file directly. */
export const mostCharacters = 4000
/** Bytes of one file. */
export const mostBytes = 10 * 1024 * 1024
/** Messages: a full page means that there may be more. */
export const pageSize = 50

/** As typed, but trimmed, and without the characters that turn the direction of all that follows (Unicode's bidirectional embeddings, overrides and isolates). */
export function tidy(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .trim()
}

/** Why a tidied text cannot be sent. What shows nothing is empty. */
export function faultIn(text: string): string | null {
  if (!/[^\p{Z}\p{C}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u.test(text)) return chatTexts.empty
  if (text.length > mostCharacters) return `At most ${mostCharacters} characters.`
  return /[^\P{Cc}\n\r\t]/u.test(text) ? "Control characters are not allowed" : null
}
