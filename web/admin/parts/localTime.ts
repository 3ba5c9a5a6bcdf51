/** Formats a time for a `datetime-local` input, such as "2026-06-01T14:30". */
export function localOf(moment: string | null): string {
  if (moment === null) return ""
  const date = new Date(moment)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
