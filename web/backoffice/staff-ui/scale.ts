/** How the values of an axis are rounded and labelled, unless they are plain numbers. */
export type Measure = "count" | "minutes"

/** Steps of a time axis, in minutes. */
const durations = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720]
const day = 24 * 60

/** Round values, in ascending order, that contain zero and everything from `min` to `max`. Counts are whole numbers. */
export function ticksOf(min: number, max: number, measure?: Measure): number[] {
  const [low, high] = [Math.min(min, 0), Math.max(max, 0)]
  const span = high - low || 1
  if (measure === "minutes" && span / 4 > durations.at(-1)!)
    return ticksOf(min / day, max / day, "count").map((days) => days * day)
  const power = 10 ** Math.floor(Math.log10(span / 4))
  const steps = measure === "minutes" ? durations : [1, 2, 2.5, 5, 10].map((one) => one * power)
  const step = steps.find((one) => one >= span / 4 && (measure !== "count" || Number.isInteger(one)))!
  const first = Math.floor(low / step)
  const last = Math.max(Math.ceil(high / step), first + 1)
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step)
}

/** Picks every n-th of `length` points, at most five, counting back from the last. */
export function marksOf(length: number): number[] {
  const step = Math.max(1, Math.ceil(length / 5))
  return Array.from({ length: Math.ceil(length / step) }, (_, at) => length - 1 - at * step).reverse()
}

/** Whole amounts on an axis need no cents: `$1,500` instead of `$1,500.00`, and `1.500 $` instead of `1.500,00 $`. */
export const axisValue = (text: string) => text.replace(/[.,]00(?=\D*$)/, "")
