/** The password rules, in the order they are told. Plain functions, so that pages can check while a person types. */
export const passwordRules = [
  { message: "Password must be at least 8 characters long", holds: (text: string) => [...text].length >= 8 },
  { message: "Password must contain at least one uppercase letter", holds: (text: string) => /\p{Lu}/u.test(text) },
  { message: "Password must contain at least one lowercase letter", holds: (text: string) => /\p{Ll}/u.test(text) },
  { message: "Password must contain at least one digit", holds: (text: string) => /\p{Nd}/u.test(text) },
  { message: "Password must be at most 128 characters long", holds: (text: string) => [...text].length <= 128 },
] as const

/** The first rule a password breaks, as a sentence; undefined when it is good. */
export function passwordFault(text: string): string | undefined {
  return passwordRules.find((rule) => !rule.holds(text))?.message
}
