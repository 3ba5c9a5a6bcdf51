/** "Email me when it is back". The server's answers, and the pages behind the links of the emails. */
export const restockTexts = {
  waiting: "We'll email you when it's back in stock.",
  waitingUnconfirmed:
    "We'll notify you in your account when it's back. To get an email too, confirm your email address.",
  sent: "Please check your inbox to confirm.",
  inStock: "This is already in stock. Please reload the page.",
  tooMany: (most: number) => `You're already waiting for ${most} models. Remove one in your account first.`,
  confirmed: "Thank you. We'll email you once, when it's back in stock.",
  left: "We won't send you any more back-in-stock emails.",
  failed: "Your request couldn't be saved",
  leaveFailed: "Your request couldn't be removed",
} as const
