/** Parses JSON and keeps each number's source text: `1e-7`, `1.0` and ids beyond 2^53 are unchanged. */
export function parseKeepingNumbers(text: string): unknown {
  return reviveNumbers(text, (_value, source) => rawJson(source))
}

export function reviveNumbers(text: string, revive: (value: number, source: string) => unknown): unknown {
  const parse = JSON.parse as (text: string, reviver: Reviver) => unknown
  return parse(text, (_key, value, context) => (typeof value === "number" ? revive(value, context.source!) : value))
}

export const rawJson = (source: string): unknown =>
  (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(source)

/** Returns a string, or a number's source text; null for anything else and for the empty string. */
export function scalar(value: unknown): string | null {
  if (typeof value === "string") return value === "" ? null : value
  if (typeof value === "number") return String(value)
  if (value && isRaw(value)) return JSON.stringify(value)
  return null
}

export const isRaw = (value: unknown): boolean =>
  (JSON as unknown as { isRawJSON(value: unknown): boolean }).isRawJSON(value)

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown
