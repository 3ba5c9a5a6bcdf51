import * as z from "zod"
import { form, plural, t } from "./t.ts"

const written = (n: unknown) => (typeof n === "number" ? n.toLocaleString(t`en-US`) : String(n))

type Issue = Parameters<NonNullable<ReturnType<typeof z.config>["localeError"]>>[0]

/** Returns the default validation messages of server and pages. */
function sentenceFor(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined || issue.input === null) return t`This field is required.`
      return kinds[issue.expected] ?? t`This value is not valid.`
    case "too_big":
      if (issue.inclusive === false) return t`Must be less than ${written(issue.maximum)}.`
      return atMost(issue.origin, issue.maximum)
    case "too_small":
      if (issue.origin === "string" && issue.minimum === 1) return t`This field is required.`
      if (issue.inclusive === false) return t`Must be more than ${written(issue.minimum)}.`
      return atLeast(issue.origin, issue.minimum)
    case "invalid_format":
      return formats[issue.format] ?? t`This value is not valid.`
    case "not_multiple_of":
      return issue.divisor === 0.01
        ? t`Use at most two decimal places.`
        : t`Must be a multiple of ${written(issue.divisor)}.`
    case "invalid_value":
      return t`Please choose one of the available options.`
    case "unrecognized_keys":
      return t`This field is not recognized.`
    default:
      return t`This value is not valid.`
  }
}

// Built pages are rendered within the server and share its zod, whose messages are English until they are sent: a page
// that is rendered in another language must not replace them.
const isRendering = import.meta.env?.SSR && import.meta.env.PROD
if (!isRendering) z.config({ localeError: sentenceFor })

const kinds: Record<string, string> = {
  string: t`Please enter text.`,
  number: t`Please enter a number.`,
  int: t`Please enter a whole number.`,
  boolean: t`Please choose yes or no.`,
  date: t`Please enter a date.`,
  array: t`Please enter a list.`,
}

const formats: Record<string, string> = {
  email: t`Please enter a valid email address.`,
  date: t`Please enter a date.`,
  datetime: t`Please enter a date and time.`,
  url: t`Please enter a web address.`,
  uuid: t`This ID is not valid.`,
}

const isList = (origin: string) => origin === "array" || origin === "set"

function atMost(origin: string, n: unknown): string {
  if (origin === "string")
    return plural(Number(n), {
      one: "Must be 1 character or fewer.",
      other: form`Must be ${written(n)} characters or fewer.`,
    })
  if (isList(origin))
    return plural(Number(n), { one: "Must be 1 entry or fewer.", other: form`Must be ${written(n)} entries or fewer.` })
  return t`Must be ${written(n)} or less.`
}

function atLeast(origin: string, n: unknown): string {
  if (origin === "string") return plural(Number(n), { other: form`Must be at least ${written(n)} characters.` })
  if (isList(origin))
    return plural(Number(n), { one: "Must be at least 1 entry.", other: form`Must be at least ${written(n)} entries.` })
  return t`Must be at least ${written(n)}.`
}
