import * as z from "zod"
import { maxEmailLength, maxSearchLength } from "./limits.ts"
import { t } from "./t.ts"
import "./sentences.ts"

/** A row id: positive and within PostgreSQL's integer range. */
export const Id = z.coerce.number<number>().int().positive().max(2_147_483_647)

/** An id in a request: a number, or digits as text. Other values that JavaScript converts to numbers are rejected. */
export const idOf = (error: string) =>
  z.preprocess(
    (given: number | string) => (typeof given === "string" ? (/^\d+$/.test(given) ? Number(given) : null) : given),
    z.number({ error }).int(error).positive(error).max(2_147_483_647, error),
  )
export const IdInput = idOf(t`This id is not valid.`)
export const IdParams = z.object({ id: IdInput })

/** A time in ISO 8601, UTC, with milliseconds and `Z`. */
export const Timestamp = z.iso.datetime({ precision: 3 })
/** An amount in USD with at most two decimals; stored as cents. */
export const Money = z.number().nonnegative().multipleOf(0.01)

export const paging = (limit: number, most = 100) => ({
  skip: z.coerce.number<number>().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number<number>().int().min(1).max(most).default(limit),
})

/** An RFC 9457 problem with our extensions; `detail` can be shown to users. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.string(),
  request_id: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})
export type Problem = z.infer<typeof Problem>

export const Message = z.object({ message: z.string() })
export const Count = z.object({ count: z.number().int() })

/** Refuses text that PostgreSQL cannot store: with NUL or a lone surrogate. */
export const storable = z.refine(
  (given) => typeof given !== "string" || !/[\0\p{Cs}]/u.test(given),
  t`This text contains an unsupported character.`,
)

/** The base of all text input, search terms included. `required` is the message for a missing value. */
export const text = (required?: string) =>
  z.string({ error: ({ code }) => (code === "invalid_type" ? required : undefined) }).check(storable)

/** An email address. `required` is the message for a missing one. */
export const emailOf = (required: string) =>
  text(required)
    .trim()
    .toLowerCase()
    .overwrite(withAsciiDomain)
    .min(1, required)
    .max(maxEmailLength)
    .pipe(z.email(t`Please enter a valid email address.`))

/** Converts a domain with letters of any script to the form that mail servers use (IDNA, RFC 5891). */
function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf("@") + 1
  const domain = address.slice(at)
  if (at < 2 || !/[^\0-\x7f]/.test(domain)) return address
  return address.slice(0, at) + (URL.parse(`http://${domain}`)?.hostname ?? domain)
}

/** A calendar day that PostgreSQL can store. */
export const day = (error?: string) =>
  z.iso.date(error).refine((given) => given >= "0001", error ?? t`Please enter a date.`)

/** A search term: case-insensitive, without wildcards. */
export const Search = text().trim().max(maxSearchLength).optional()

/** Scripts whose spelling needs zero-width joiners and non-joiners. */
const joining = ["Arab", "Syrc", "Mong", "Deva", "Beng", "Guru", "Gujr", "Orya", "Taml", "Telu", "Knda", "Mlym", "Sinh"]
const emoji = "\\p{Extended_Pictographic}\\p{Emoji_Modifier}?\\ufe0f?"
/** Characters without a glyph that reorder or imitate text, except where a script or an emoji needs them. */
const invisible = new RegExp(
  [
    `(?<!${emoji}|[${joining.map((script) => `\\p{scx=${script}}`).join("")}])[\\u200c\\u200d]`,
    "(?<![\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\p{sc=Han}\\p{sc=Mong}\\p{sc=Mymr}])\\p{VS}",
    "(?<!\\u{1f3f4}[\\u{e0020}-\\u{e007f}]*)[\\u{e0020}-\\u{e007f}]",
    "(?![\\u200c\\u200d\\p{VS}\\u{e0020}-\\u{e007f}])\\p{DI}",
  ].join("|"),
  "gu",
)

export const withoutInvisible = (given: string) => given.replace(invisible, "")

/** One line of text: trimmed, without invisible characters, which pasted text often has; control characters are refused. */
export const line = (max: number, required: string) => lineOrNone(max, required).min(1, required)

/** A line that may be empty. */
export const lineOrNone = (max: number, required: string) =>
  text(required)
    .overwrite(withoutInvisible)
    .trim()
    .max(max)
    .refine((text) => !/\p{Cc}/u.test(text), t`Control characters are not allowed.`)

/** Multi-line text: trimmed; line breaks are kept, other control characters are refused. */
export const prose = (max: number, required: string) => linesOf(text(required), max, required)

/** Multi-line text that everybody reads: as `prose`, without invisible characters. */
export const publicProse = (max: number, required: string) =>
  linesOf(
    text(required).overwrite((given) => given.replace(invisible, "")),
    max,
    required,
  )

const linesOf = (given: z.ZodString, max: number, required: string) =>
  given
    .trim()
    .min(1, required)
    .max(max)
    .refine((text) => !/[^\P{Cc}\n\r\t]/u.test(text), t`Control characters are not allowed.`)

/** Markdown: as `prose`, without invisible characters. */
export const markdown = (max: number, required: string) =>
  prose(max, required).overwrite((given) => given.replace(invisible, "").replace(/\r\n?/g, "\n"))

/** An object that may have a value for each of these languages. */
export const byLanguage = <Name extends string, Value extends z.ZodType>(names: readonly Name[], value: Value) =>
  z.object(Object.fromEntries(names.map((name) => [name, value.optional()])) as Record<Name, z.ZodOptional<Value>>)
