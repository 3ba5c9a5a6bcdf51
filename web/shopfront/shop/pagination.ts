/**
 * Up to five pages are all listed. Beyond that, the list has the first, the last, the current page and its neighbours,
 * with `null` for gaps.
 */
export function pagesShown(page: number, pages: number): (number | null)[] {
  if (pages <= 5) return Array.from({ length: pages }, (_, index) => index + 1)
  const kept = [1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages)
  const numbers = [...new Set(kept)]
  return numbers.flatMap((one, index) => {
    const before = numbers[index - 1]
    return before !== undefined && one > before + 1 ? [null, one] : [one]
  })
}
