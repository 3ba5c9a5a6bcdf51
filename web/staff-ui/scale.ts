/** Round values that contain zero and everything from `min` to `max`, lowest first; whole numbers if they are counts. */
export function ticksOf(min: number, max: number, isCount = false): number[] {
  const [low, high] = [Math.min(min, 0), Math.max(max, 0)]
  const span = high - low || 1
  const power = 10 ** Math.floor(Math.log10(span / 4))
  const steps = [1, 2, 2.5, 5, 10].map((one) => one * power)
  const step = steps.find((one) => one >= span / 4 && (!isCount || Number.isInteger(one)))!
  const first = Math.floor(low / step)
  const last = Math.max(Math.ceil(high / step), first + 1)
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step)
}

/** Every n-th of `length` points, at most five, counted back from the last. */
export function marksOf(length: number): number[] {
  const step = Math.max(1, Math.ceil(length / 5))
  return Array.from({ length: Math.ceil(length / step) }, (_, at) => length - 1 - at * step).reverse()
}

/** On an axis, whole amounts need no cents: `$1,500` for `$1,500.00`, and `1.500 $` for `1.500,00 $`. */
export const axisValue = (text: string) => text.replace(/[.,]00(?=\D*$)/, "")
