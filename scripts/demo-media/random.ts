/** Creates a mulberry32 generator: the same seed gives the same piece on every machine. */
export function randomFrom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    between: (low: number, high: number) => low + (high - low) * next(),
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!,
  }
}
export type Random = ReturnType<typeof randomFrom>

/** Returns a point of a low-discrepancy sequence in [0,1): few samples, evenly spread. */
export function halton(index: number, base: number) {
  let result = 0
  let fraction = 1 / base
  for (let rest = index; rest > 0; rest = Math.floor(rest / base), fraction /= base) result += fraction * (rest % base)
  return result
}
