const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" })

/** For tables: `Nov 21, 2026`, on one line. */
export const shortDate = (iso: string) => day.format(new Date(iso)).replaceAll(" ", "\u00a0")
