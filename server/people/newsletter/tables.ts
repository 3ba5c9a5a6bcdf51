import { boolean, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core"
import type { CountryCode } from "#contract/countries.ts"
import type { Language } from "#contract/languages.ts"
import type { NewsletterState, NewsletterTexts, Segment, SubscriberState } from "#contract/newsletters.ts"
import { bytea, id, moment } from "../../platform/db/columns.ts"

export const newsletterSubscribers = pgTable("newsletter_subscribers", {
  id: id(),
  email: text("email").notNull(),
  state: text("state").$type<SubscriberState>().notNull().default("pending"),
  /** The language of the page on which the address was entered, or of the file that it came with. */
  language: text("language").$type<Language>(),
  country: text("country").$type<CountryCode>(),
  source: text("source").$type<"form" | "account" | "import">().notNull().default("form"),
  consent: text("consent"),
  confirmHash: bytea("confirm_hash"),
  confirmExpiresAt: moment("confirm_expires_at"),
  unsubscribeHash: bytea("unsubscribe_hash"),
  createdAt: moment("created_at").notNull(),
  confirmedAt: moment("confirmed_at"),
  /** When the subscription ended, whatever ended it. */
  unsubscribedAt: moment("unsubscribed_at"),
})

export const newsletters = pgTable("newsletters", {
  id: id(),
  state: text("state").$type<NewsletterState>().notNull().default("draft"),
  texts: jsonb("texts").$type<NewsletterTexts>().notNull().default({}),
  isDiscreet: boolean("is_discreet").notNull().default(true),
  segment: jsonb("segment").$type<Segment>().notNull(),
  sendAt: moment("send_at"),
  startedAt: moment("started_at"),
  finishedAt: moment("finished_at"),
  version: integer("version").notNull().default(1),
  updatedBy: integer("updated_by"),
  createdAt: moment("created_at").notNull(),
  updatedAt: moment("updated_at").notNull(),
})

export const newsletterDeliveries = pgTable("newsletter_deliveries", {
  id: id(),
  newsletterId: integer("newsletter_id").notNull(),
  subscriberId: integer("subscriber_id"),
  /** Its email in the outbox, as long as that is kept. */
  emailId: integer("email_id"),
  /** Of the code in the link that unsubscribes. */
  codeHash: bytea("code_hash"),
  queuedAt: moment("queued_at"),
  sentAt: moment("sent_at"),
  failedAt: moment("failed_at"),
  skippedAt: moment("skipped_at"),
  bouncedAt: moment("bounced_at"),
  complainedAt: moment("complained_at"),
  unsubscribedAt: moment("unsubscribed_at"),
})

export const newsletterReports = pgTable("newsletter_reports", {
  id: text("id").primaryKey(),
  kind: text("kind").$type<"bounce" | "complaint">().notNull(),
  receivedAt: moment("received_at").notNull(),
})
