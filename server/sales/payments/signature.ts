import { createHmac, timingSafeEqual } from "node:crypto"
import { compareDecimals } from "./decimal.ts"
import { isRaw, rawJson, reviveNumbers } from "./json.ts"

/**
 * Returns the scheme for which the `x-nowpayments-sig` of a webhook is valid: the raw bytes, the body with all keys
 * sorted, or the provider's documented sample code, which turns arrays into objects. Null when none is. A body with
 * only its top-level keys, a possible reading of the provider's documentation, is not accepted: nested values would be
 * unsigned.
 */
export function schemeOf(raw: Buffer, signature: string | undefined, secret: string): string | null {
  if (!secret || !signature || !/^[0-9a-f]{128}$/i.test(signature)) return null
  const given = Buffer.from(signature, "hex")
  const good = (body: string | Buffer) => timingSafeEqual(sign(body, secret), given)
  if (good(raw)) return "raw"
  for (const numbers of [asWritten, asJavaScript]) {
    const body = read(raw, numbers)
    if (body === undefined) return null
    if (good(JSON.stringify(sortKeys(body)))) return "sorted"
    if (good(JSON.stringify(sortLikeTheSample(body)))) return "sample"
  }
  return null
}

export function sign(body: string | Buffer, secret: string): Buffer {
  return createHmac("sha512", secret.trim()).update(body).digest()
}

/** Sorts keys recursively; arrays stay arrays. */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  return isPlain(value) ? rebuild(value, sortKeys) : value
}

function sortLikeTheSample(value: unknown): unknown {
  return Array.isArray(value) || isPlain(value) ? rebuild(value, sortLikeTheSample) : value
}

function rebuild(value: object, each: (value: unknown) => unknown): Record<string, unknown> {
  const sorted: Record<string, unknown> = Object.create(null)
  for (const key of Object.keys(value).sort()) sorted[key] = each((value as Record<string, unknown>)[key])
  return sorted
}

const isPlain = (value: unknown): value is object => typeof value === "object" && value !== null && !isRaw(value)

const asWritten = (_value: number, source: string) => rawJson(source)
/** Converts the number as JavaScript would serialize it, if that is exactly the same value. */
const asJavaScript = (value: number, source: string) =>
  compareDecimals(String(value), source) === 0 ? value : rawJson(source)

function read(raw: Buffer, numbers: typeof asWritten): unknown {
  try {
    return reviveNumbers(raw.toString("utf8"), numbers)
  } catch {
    return undefined
  }
}
