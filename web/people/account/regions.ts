import type { Region } from "#contract/accounts.ts"
import { t } from "#contract/t.ts"

export const regionNames: Record<Region, string> = {
  usa: t`United States`,
  canada: t`Canada`,
  mexico: t`Mexico`,
  uk: t`United Kingdom`,
  eu: t`European Union`,
  asia: t`Asia`,
  australia: t`Australia`,
}
