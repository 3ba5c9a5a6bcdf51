import * as z from "zod"
import { levels } from "./accounts.ts"
import { byLanguage, day, Id, IdInput, line, markdown, paging, prose, Search, Timestamp, text } from "./common.ts"
import { countryCodes } from "./countries.ts"
import { type Language, languageNames } from "./languages.ts"
import { locale, t } from "./t.ts"

export const newsletterLimits = {
  title: 120,
  content: 30_000,
  models: 20,
  consent: 500,
  /** Of a file with subscribers. */
  rows: 10_000,
  marks: 400_000,
  listed: 200,
} as const

/** `bounced`: the address refused an email for good. `complained`: its reader called one spam. */
export const subscriberStates = ["pending", "confirmed", "unsubscribed", "bounced", "complained"] as const
export type SubscriberState = (typeof subscriberStates)[number]

export const newsletterStates = ["draft", "scheduled", "sending", "sent", "stopped"] as const
export type NewsletterState = (typeof newsletterStates)[number]

export const newsletterAdminTexts = {
  noTitle: t`Please enter a title.`,
  noContent: t`Please enter the text of the newsletter.`,
  noEnglish: t`A newsletter needs an English text before it can be sent.`,
  noConsent: t`Please state how these people agreed to get your newsletter.`,
  noSeller: t`Enter the seller's name, address and email under Settings first. A newsletter must name its sender.`,
  nobody: t`No one matches. Choose other recipients.`,
  past: t`Choose a time within the next year.`,
  notDraft: t`Only a draft can be changed.`,
  notOnItsWay: t`This newsletter isn't scheduled or being sent.`,
  missing: t`This newsletter doesn't exist.`,
  unknownReader: t`This subscriber doesn't exist.`,
  hasLeft: t`This address isn't subscribed.`,
  testsUsed: t`You've sent several tests within the hour. Please try again later.`,
  saved: t`Newsletter saved`,
  saveFailed: t`Failed to save the newsletter`,
  sendFailed: t`Failed to send the newsletter`,
  testSent: t`Test sent. Check your inbox.`,
  testFailed: t`Failed to send the test`,
  previewFailed: t`Failed to load the preview`,
  loadFailed: t`Failed to load the newsletter`,
} as const

export const subscriberImportTexts = {
  tooMany: t`A file can have at most ${newsletterLimits.rows.toLocaleString(locale)} rows. Split it and import the parts.`,
  noEmail: t`The file needs an “email” column.`,
  badEmail: t`This isn't an email address.`,
  twice: t`This address is in the file more than once.`,
  notConfirmed: t`This row isn't marked as confirmed.`,
  unsubscribed: t`This address has unsubscribed.`,
  bounced: t`This address didn't accept emails.`,
  complained: t`This person marked an email as spam.`,
  badLanguage: t`The shop doesn't have this language.`,
  badCountry: t`Use a two-letter country code, like DE.`,
  badDate: t`Use a date like 2026-03-14.`,
  changed: t`The list has changed since the check. Check the file again.`,
  nothing: t`This file has no one to add.`,
  ignored: (names: string) => t`These columns aren't imported: ${names}`,
} as const

/** Everybody who matches all parts; an empty list and `any` match everybody. */
export const Segment = z.object({
  languages: z.array(z.enum(languageNames)).max(languageNames.length),
  countries: z.array(z.enum(countryCodes)).max(countryCodes.length),
  levels: z.array(z.enum(levels)).max(levels.length),
  bought: z.enum(["any", "yes", "no"]),
  favorites: z.enum(["any", "yes", "no"]),
  /** Narrows `bought` and `favorites` to these models. */
  models: z.array(IdInput).max(newsletterLimits.models),
})
export type Segment = z.infer<typeof Segment>

export const everybody: Segment = {
  languages: [],
  countries: [],
  levels: [],
  bought: "any",
  favorites: "any",
  models: [],
}

const title = line(newsletterLimits.title, newsletterAdminTexts.noTitle)
const content = markdown(newsletterLimits.content, newsletterAdminTexts.noContent)

/** The text of a newsletter in one language; the content is Markdown. */
export const NewsletterText = z.object({ title, content })
export type NewsletterText = z.infer<typeof NewsletterText>
export type NewsletterTexts = Partial<Record<Language, NewsletterText>>

const texts = byLanguage(languageNames, NewsletterText)

export const EditNewsletter = z.object({ is_discreet: z.boolean(), texts, segment: Segment })
export type EditNewsletter = z.infer<typeof EditNewsletter>

export const PreviewNewsletter = z.object({
  language: z.enum(languageNames),
  title: title.or(z.literal("")),
  content: content.or(z.literal("")),
  is_discreet: z.boolean(),
})
export type PreviewNewsletter = z.infer<typeof PreviewNewsletter>

export const RenderedNewsletter = z.object({ subject: z.string(), html: z.string() })
export type RenderedNewsletter = z.infer<typeof RenderedNewsletter>

export const Audience = z.object({ count: z.number().int() })

/** At once, or at a time. */
export const SendNewsletter = z.object({ at: z.iso.datetime({ offset: true }).nullable() })
export type SendNewsletter = z.infer<typeof SendNewsletter>

export const TestNewsletter = z.object({ language: z.enum(languageNames) })
export type TestNewsletter = z.infer<typeof TestNewsletter>

export const NewslettersQuery = z.object(paging(20))
export type NewslettersQuery = z.infer<typeof NewslettersQuery>

/** The numbers of readers. Who left before their email was written is `skipped`. */
export const NewsletterFigures = z.object({
  recipients: z.number().int(),
  sent: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
  bounced: z.number().int(),
  complained: z.number().int(),
  unsubscribed: z.number().int(),
})
export type NewsletterFigures = z.infer<typeof NewsletterFigures>

export const ListedNewsletter = z.object({
  id: Id,
  title: z.string(),
  state: z.enum(newsletterStates),
  languages: z.array(z.enum(languageNames)),
  send_at: Timestamp.nullable(),
  finished_at: Timestamp.nullable(),
  figures: NewsletterFigures,
  updated_at: Timestamp,
  updated_by: z.string().nullable(),
})
export type ListedNewsletter = z.infer<typeof ListedNewsletter>

export const Newsletter = ListedNewsletter.extend({
  is_discreet: z.boolean(),
  texts,
  segment: Segment.extend({ models: z.array(Id) }),
  /** Those of the segment, with their names. */
  models: z.array(z.object({ id: Id, name: z.string() })),
  version: z.number().int(),
})
export type Newsletter = z.infer<typeof Newsletter>

export const SubscribersQuery = z.object({
  ...paging(20),
  q: Search,
  state: z.enum(subscriberStates).optional(),
  language: z.enum(languageNames).optional(),
  country: z.enum(countryCodes).optional(),
  level: z.enum(levels).optional(),
  since: day().optional(),
  sort: z.enum(["newest", "oldest"]).default("newest"),
})
export type SubscribersQuery = z.infer<typeof SubscribersQuery>

export const Subscriber = z.object({
  id: Id,
  email: z.string(),
  state: z.enum(subscriberStates),
  language: z.enum(languageNames),
  country: z.string().nullable(),
  level: z.enum(levels),
  source: z.enum(["form", "account", "import"]),
  created_at: Timestamp,
  confirmed_at: Timestamp.nullable(),
  ended_at: Timestamp.nullable(),
  /** The account that has confirmed the address. */
  user_id: Id.nullable(),
})
export type Subscriber = z.infer<typeof Subscriber>

/** The fields of the upload. Without them the file is only checked. */
export const ImportSubscribers = z.object({
  plan: z.string().max(64).optional(),
  consent: prose(newsletterLimits.consent, newsletterAdminTexts.noConsent).optional(),
})

export const SubscriberImport = z.object({
  /** False for a check, which writes nothing. */
  is_done: z.boolean(),
  rows: z.number().int(),
  added: z.number().int(),
  /** Those who are subscribers already. */
  known: z.number().int(),
  refused_count: z.number().int(),
  /** The first refused lines. Rows are counted as spreadsheets do: the header is row 1. */
  refused: z.array(z.object({ row: z.number().int(), email: z.string(), message: z.string() })),
  notes: z.array(z.string()),
  /** Sent with the import, which is refused if its result would differ from this check. */
  plan: z.string(),
})
export type SubscriberImport = z.infer<typeof SubscriberImport>

/** A report of the mail provider about one address. `message_id` is that of the email, if the provider tells it. */
export const MailReport = z.object({
  type: z.enum(["bounce", "complaint"]),
  email: text().trim().toLowerCase().max(320),
  message_id: text().max(300).nullish(),
})
export type MailReport = z.infer<typeof MailReport>
