import { t } from "./t.ts"
/** The password rules, in the order of their messages. Pages validate with them while the user types. */
export const passwordRules = [
  { message: t`Password must be at least 8 characters long`, holds: (text: string) => [...text].length >= 8 },
  { message: t`Password must contain at least one uppercase letter`, holds: (text: string) => /\p{Lu}/u.test(text) },
  { message: t`Password must contain at least one lowercase letter`, holds: (text: string) => /\p{Ll}/u.test(text) },
  { message: t`Password must contain at least one digit`, holds: (text: string) => /\p{Nd}/u.test(text) },
  { message: t`Password must be at most 128 characters long`, holds: (text: string) => [...text].length <= 128 },
] as const

/** Returns the message of the first broken rule; undefined for a valid password. */
export function passwordFault(text: string): string | undefined {
  return passwordRules.find((rule) => !rule.holds(text))?.message
}

/** Messages of checks on the server only: pages do not load the list of common passwords. */
export const passwordTexts = {
  common: t`This is one of the most common passwords and easy to guess. Please choose a different one.`,
} as const
