import type { Region } from "#contract/accounts.ts"

export const regionNames: Record<Region, string> = {
  usa: "United States",
  canada: "Canada",
  mexico: "Mexico",
  uk: "United Kingdom",
  eu: "European Union",
  asia: "Asia",
  australia: "Australia",
}
