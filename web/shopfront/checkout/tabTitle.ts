import { membershipTexts } from "#contract/buyingText.ts"
import { t } from "#contract/t.ts"

const neutral: Record<string, string> = {
  [membershipTexts.bought]: t`Payment confirmed`,
  [membershipTexts.cancelled]: t`Payment cancelled`,
}

/** The title of the browser tab for a page with this heading. The browser's history must not reveal a membership. */
export const tabTitleOf = (heading: string) => neutral[heading] ?? heading
