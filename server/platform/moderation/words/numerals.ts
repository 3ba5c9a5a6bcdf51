const roman: Record<string, number> = { xi: 11, xii: 12, xiii: 13, xiv: 14, xv: 15, xvi: 16, xvii: 17 }
/** Adds years of birth: "MMXII". */
for (const [n, units] of ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"].entries()) {
  roman[`mmx${units}`] = 2010 + n
  roman[`mmxx${units}`] = 2020 + n
  if (n > 4) roman[`mm${units}`] = 2000 + n
}
export const romanOf = (text: string): number | null => (Object.hasOwn(roman, text) ? roman[text]! : null)

/** Returns the year of a date: "04/09/2011", "04/2011". */
export function yearIn(text: string): number | null {
  const year = /^\d{1,2}[./:](?:\d{1,2}[./:])?(\d{4})$|^(\d{4})[./:]\d{1,2}[./:]\d{1,2}$/.exec(text)
  return year ? Number(year[1] ?? year[2]) : null
}
