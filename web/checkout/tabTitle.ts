import { membershipTexts } from "#contract/buyingText.ts"

const neutral: Record<string, string> = {
  [membershipTexts.bought]: "Payment confirmed",
  [membershipTexts.cancelled]: "Payment cancelled",
}

/** The title of the browser tab for a page with this heading: the history must not tell of a membership. */
export const tabTitleOf = (heading: string) => neutral[heading] ?? heading
