import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as z from "zod"
import { days, hours, minutes } from "../../platform/clock.ts"

/** Reads a JSON file of this folder. Throws an error that names the file and each wrong value if it does not fit `schema`. */
export function readContent<T>(file: string, schema: z.ZodType<T>): T {
  const path = join(import.meta.dirname, file)
  try {
    return schema.parse(JSON.parse(readFileSync(path, "utf8")), { error: z.locales.en().localeError })
  } catch (error) {
    const what = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
    throw new Error(`The demo's file ${path} cannot be used:\n${what}`)
  }
}

export const Text = z.string().min(1)

const units = { d: days(1), h: hours(1), m: minutes(1) }

/** A time such as `4d 3h 20m`: in milliseconds once it is read. */
export const Duration = z
  .string()
  .regex(/^\d+[dhm]( \d+[dhm])*$/, 'Expected a time such as "4d 3h 20m"')
  .transform((text) =>
    text
      .split(" ")
      .reduce((sum, part) => sum + Number.parseInt(part, 10) * units[part.at(-1) as keyof typeof units], 0),
  )
