import type { NewsletterFigures, NewsletterState, Subscriber, SubscriberState } from "#contract/newsletters.ts"
import { t } from "#contract/t.ts"

export const stateNames: Record<NewsletterState, string> = {
  draft: t`Draft`,
  scheduled: t({ context: "of a newsletter", message: "Scheduled" }),
  sending: t({ context: "of a newsletter", message: "Sending" }),
  sent: t({ context: "of a newsletter", message: "Sent" }),
  stopped: t({ context: "of a newsletter", message: "Stopped" }),
}

export const stateTones = {
  draft: "neutral",
  scheduled: "warn",
  sending: "warn",
  sent: "success",
  stopped: "danger",
} as const

export const readerStates: Record<SubscriberState, string> = {
  confirmed: t({ context: "of a subscriber", message: "Subscribed" }),
  pending: t({ context: "of a subscriber", message: "Not confirmed yet" }),
  unsubscribed: t({ context: "of a subscriber", message: "Unsubscribed" }),
  bounced: t({ context: "of a subscriber", message: "Bounced" }),
  complained: t({ context: "of a subscriber", message: "Marked as spam" }),
}

export const readerTones = {
  confirmed: "success",
  pending: "neutral",
  unsubscribed: "neutral",
  bounced: "danger",
  complained: "danger",
} as const

export const sourceNames: Record<Subscriber["source"], string> = {
  form: t`Footer form`,
  account: t`Account settings`,
  import: t({ context: "where a subscriber came from", message: "Import" }),
}

export const figureNames: Record<keyof NewsletterFigures, string> = {
  recipients: t`Recipients`,
  sent: t({ context: "emails", message: "Sent" }),
  failed: t({ context: "emails", message: "Failed" }),
  skipped: t({ context: "recipients", message: "Skipped" }),
  bounced: t({ context: "emails", message: "Bounced" }),
  complained: t({ context: "emails", message: "Marked as spam" }),
  unsubscribed: t({ context: "recipients", message: "Unsubscribed" }),
}
