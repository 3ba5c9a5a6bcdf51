import * as z from "zod"

/** Row ids: positive and within PostgreSQL's integer range. */
export const Id = z.coerce.number().int().positive().max(2_147_483_647)

/** An id as a client gives it: a number, or its digits, where all is text. What could be turned into a number is none. */
export const idOf = (error: string) =>
  z.preprocess(
    (given) => (typeof given === "string" ? (/^\d+$/.test(given) ? Number(given) : null) : given),
    z.number({ error }).int(error).positive(error).max(2_147_483_647, error),
  )
export const GivenId = idOf("This id is not valid.")
export const IdParams = z.object({ id: GivenId })

/** ISO 8601, UTC, milliseconds, `Z`. */
export const Timestamp = z.iso.datetime({ precision: 3 })
/** USD with at most two decimals; cents inside. */
export const Money = z.number().nonnegative().multipleOf(0.01)

export const paging = (limit: number, most = 100) => ({
  skip: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(most).default(limit),
})

/** RFC 9457, plus what our clients read: `detail` is fit to show to a person. */
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

/** One line of a person's text: trimmed, no control characters. */
export const line = (max: number, required: string) =>
  z
    .string({ error: required })
    .trim()
    .min(1, required)
    .max(max, `At most ${max} characters.`)
    .refine((text) => !/\p{Cc}/u.test(text), "Control characters are not allowed")

/** Several lines of a person's text: trimmed; line breaks stay, other control characters are refused. */
export const prose = (max: number, required: string) =>
  z
    .string({ error: required })
    .trim()
    .min(1, required)
    .max(max, `At most ${max} characters.`)
    .refine((text) => !/[^\P{Cc}\n\r\t]/u.test(text), "Control characters are not allowed")
