/** An exact decimal number, parsed from text: coins have up to 18 decimals, too many for floating point. */
interface Decimal {
  units: bigint
  scale: number
}

/** Returns null for anything but a plain or scientific decimal number of reasonable length. */
export function parseDecimal(text: string | null | undefined): Decimal | null {
  const match = /^([+-]?)(\d{1,40})(?:\.(\d{0,40}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(text?.trim() ?? "")
  if (!match) return null
  const [, sign, whole, fraction = "", exponent = "0"] = match
  const shift = fraction.length - Number(exponent)
  const digits = BigInt(`${whole}${fraction}`) * (sign === "-" ? -1n : 1n)
  return shift >= 0 ? { units: digits, scale: shift } : { units: digits * 10n ** BigInt(-shift), scale: 0 }
}

/** Compares like a sort function. Returns null when either is not a number. */
export function compareDecimals(a: string | null | undefined, b: string | null | undefined): number | null {
  const left = parseDecimal(a)
  const right = parseDecimal(b)
  if (!left || !right) return null
  const [x, y] = alike(left, right)
  return x < y ? -1 : x > y ? 1 : 0
}

export function isPositive(text: string | null | undefined): boolean {
  return (parseDecimal(text)?.units ?? 0n) > 0n
}

/** Returns `a - b` in plain notation, at least zero; null when either is not a number. */
export function remainder(a: string | null | undefined, b: string | null | undefined): string | null {
  const left = parseDecimal(a)
  const right = parseDecimal(b)
  if (!left || !right) return null
  const [x, y, scale] = alike(left, right)
  return plain(x > y ? x - y : 0n, scale)
}

/** Returns `total × part / whole`, rounded down and clamped to 0 … total; 0 when it cannot be computed. */
export function shareOf(total: number, part: string | null | undefined, whole: string | null | undefined): number {
  const left = parseDecimal(part)
  const right = parseDecimal(whole)
  if (!left || !right || right.units <= 0n) return 0
  const [x, y] = alike(left, right)
  const share = Number((BigInt(total) * x) / y)
  return Math.max(0, Math.min(total, share))
}

/** Writes integer cents in the provider's notation: `300`, `19.9`. */
export function centsAsDecimal(cents: number): string {
  return plain(BigInt(cents), 2)
}

function alike(a: Decimal, b: Decimal): [bigint, bigint, number] {
  const scale = Math.max(a.scale, b.scale)
  return [a.units * 10n ** BigInt(scale - a.scale), b.units * 10n ** BigInt(scale - b.scale), scale]
}

function plain(units: bigint, scale: number): string {
  if (scale === 0) return String(units)
  const digits = String(units).padStart(scale + 1, "0")
  const fraction = digits.slice(-scale).replace(/0+$/, "")
  return fraction ? `${digits.slice(0, -scale)}.${fraction}` : digits.slice(0, -scale)
}
