const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" })

/** For tables: `Nov 21, 2026`. */
export const shortDate = (iso: string) => day.format(new Date(iso))
