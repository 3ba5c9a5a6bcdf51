import { t } from "./t.ts"
/** "Email me when it is back". The server's answers, and the pages behind the links of the emails. */
export const restockTexts = {
  waiting: t`We'll email you when it's back in stock.`,
  waitingUnconfirmed: t`We'll notify you in your account when it's back. To get an email too, confirm your email address.`,
  sent: t`Please check your inbox to confirm.`,
  off: t`We don't send emails about stock at the moment.`,
  inStock: t`This is already in stock. Please reload the page.`,
  tooMany: (most: number) => t`You're already waiting for ${most} models. Remove one in your account first.`,
  confirmed: t`Thank you. We'll email you once, when it's back in stock.`,
  left: t`We won't send you any more back-in-stock emails.`,
  failed: t`Your request couldn't be saved`,
  leaveFailed: t`Your request couldn't be removed`,
} as const
