import * as z from "zod"

const written = (n: unknown) => (typeof n === "number" ? n.toLocaleString("en-US") : String(n))

type Issue = Parameters<NonNullable<ReturnType<typeof z.config>["localeError"]>>[0]

/** The default validation messages, for server and pages. */
function sentenceFor(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined || issue.input === null) return "This field is required."
      return kinds[issue.expected] ?? "This value is not valid."
    case "too_big":
      if (issue.inclusive === false) return `Must be less than ${written(issue.maximum)}.`
      return atMost(issue.origin, issue.maximum)
    case "too_small":
      if (issue.origin === "string" && issue.minimum === 1) return "This field is required."
      if (issue.inclusive === false) return `Must be more than ${written(issue.minimum)}.`
      return atLeast(issue.origin, issue.minimum)
    case "invalid_format":
      return formats[issue.format] ?? "This value is not valid."
    case "not_multiple_of":
      return issue.divisor === 0.01
        ? "Use at most two decimal places."
        : `Must be a multiple of ${written(issue.divisor)}.`
    case "invalid_value":
      return "Please choose one of the available options."
    case "unrecognized_keys":
      return "This field is not recognized."
    default:
      return "This value is not valid."
  }
}

// Built pages are rendered within the server and share its zod, whose messages are English until they leave: a page that
// is rendered in another language must not replace them.
const isRendering = import.meta.env?.SSR && import.meta.env.PROD
if (!isRendering) z.config({ localeError: sentenceFor })

const kinds: Record<string, string> = {
  string: "Please enter text.",
  number: "Please enter a number.",
  int: "Please enter a whole number.",
  boolean: "Please choose yes or no.",
  date: "Please enter a date.",
  array: "Please enter a list.",
}

const formats: Record<string, string> = {
  email: "Please enter a valid email address.",
  date: "Please enter a date.",
  datetime: "Please enter a date and time.",
  url: "Please enter a web address.",
  uuid: "This ID is not valid.",
}

const isList = (origin: string) => origin === "array" || origin === "set"

function atMost(origin: string, n: unknown): string {
  if (origin === "string")
    return n === 1 ? "Must be 1 character or fewer." : `Must be ${written(n)} characters or fewer.`
  if (isList(origin)) return n === 1 ? "Must be 1 entry or fewer." : `Must be ${written(n)} entries or fewer.`
  return `Must be ${written(n)} or less.`
}

function atLeast(origin: string, n: unknown): string {
  if (origin === "string") return `Must be at least ${written(n)} characters.`
  if (isList(origin)) return n === 1 ? "Must be at least 1 entry." : `Must be at least ${written(n)} entries.`
  return `Must be at least ${written(n)}.`
}
