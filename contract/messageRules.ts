import { maxMessageLength } from "./limits.ts"
import { chatTexts } from "./memberText.ts"
import { t } from "./t.ts"

// Message lengths are in UTF-16 code units. No zod here: pages import this file directly.

/** The number of messages in a page; after a full page there may be more. */
export const pageSize = 50

/**
 * Trims, and removes characters that change the direction of the following text (Unicode's bidirectional embeddings,
 * overrides and isolates).
 */
export function tidy(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .trim()
}

/** Returns why a tidied text cannot be sent. Text without visible characters counts as empty. */
export function faultIn(text: string): string | null {
  if (!/[^\p{Z}\p{C}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u.test(text)) return chatTexts.empty
  if (text.length > maxMessageLength) return t`Must be ${maxMessageLength} characters or fewer.`
  return /[^\P{Cc}\n\r\t]/u.test(text) ? t`Control characters are not allowed.` : null
}

/** Days after the decision until evidence is removed; `critical` is for items that involve minors. */
export const evidenceDays = { plain: 30, critical: 365 }
