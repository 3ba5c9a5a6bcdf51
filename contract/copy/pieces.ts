import { t } from "../t.ts"
import type { appCopy, emailCopy, gateCopy } from "./apart.ts"
import type { automaticCopy } from "./automatic.ts"
import type { contactCopy } from "./contact.ts"
import type { footerCopy } from "./footer.ts"
import type { homeCopy } from "./home.ts"
import type { missingCopy } from "./missing.ts"
import type { modelsCopy } from "./models.ts"
import type { upgradeCopy } from "./upgrade.ts"

/**
 * A text of the shop's pages and emails that its owner may change. `{shop}` and `{hours}` stand for the settings, and in
 * automatic emails `{order}` for the number of the order and `{until}` for a time.
 */
export interface Piece {
  /** Where it stands on its page. */
  label: string
  max: number
  /** The specification has these words. */
  isFixed?: true
  /** The text may have more than one line. */
  hasLines?: true
}

export interface CopyPage {
  name: string
  /** The address of the page that shows these pieces; null for emails. */
  path: string | null
  /** Whether the age gate is shown instead of what is behind it. */
  isGate?: true
  pieces: Record<string, Piece>
}

/** Each text of a file has its piece. */
type Pieces<Texts> = Record<keyof Texts, Piece>

/**
 * Every piece of copy, by the page that it stands on. The API, the panel and the pages follow this table. A page
 * imports the file of its own texts only, so it loads neither another page's texts nor what the panel says of them.
 */
export const copyPages = {
  home: {
    name: t`Home`,
    path: "/",
    pieces: {
      home_title: { label: t`Heading`, max: 80, hasLines: true },
      home_lead: { label: t`Text below the heading`, max: 240 },
      home_see: { label: t`First button`, max: 40 },
      home_memberships: { label: t`Second button`, max: 40 },
      home_why: { label: t`Heading of the features`, max: 80 },
      home_feature_1: { label: t`First feature`, max: 80, isFixed: true },
      home_feature_1_text: { label: t`Text of the first feature`, max: 240 },
      home_feature_2: { label: t`Second feature`, max: 80, isFixed: true },
      home_feature_2_text: { label: t`Text of the second feature`, max: 240 },
      home_feature_3: { label: t`Third feature`, max: 80, isFixed: true },
      home_feature_3_text: { label: t`Text of the third feature`, max: 240 },
      home_featured: { label: t`Heading of the featured models`, max: 80, isFixed: true },
      home_none: { label: t`No featured models`, max: 160, isFixed: true },
      home_voices: { label: t`Heading of the reviews`, max: 80 },
      home_calling: { label: t`Call to action`, max: 80 },
      home_calling_out: { label: t`Text for visitors`, max: 240 },
      home_calling_in: { label: t`Text for members`, max: 240 },
      home_sign_up: { label: t`Button for visitors`, max: 40, isFixed: true },
      home_upgrade: { label: t`Button for members`, max: 40, isFixed: true },
      home_browse: { label: t`Button for everyone`, max: 40, isFixed: true },
      home_tab: { label: t`Title of the browser tab`, max: 80 },
      home_description: { label: t`Description for search engines`, max: 300 },
      app_description: { label: t`Description of the installed app`, max: 300 },
    } satisfies Pieces<typeof homeCopy & typeof appCopy>,
  },
  models: {
    name: t`Models`,
    path: "/models",
    pieces: {
      models_lead: { label: t`Text below the heading`, max: 240 },
      models_empty: { label: t`No models found`, max: 160, isFixed: true },
      models_description: { label: t`Description for search engines`, max: 300 },
    } satisfies Pieces<typeof modelsCopy>,
  },
  upgrade: {
    name: t`Memberships`,
    path: "/upgrade",
    pieces: {
      upgrade_title: { label: t`Heading`, max: 80 },
      upgrade_lead: { label: t`Text below the heading`, max: 400 },
      upgrade_notes: { label: t`Heading of the notes`, max: 80 },
      upgrade_renewals: { label: t`First note`, max: 80 },
      upgrade_renewals_text: { label: t`Text of the first note`, max: 400 },
      upgrade_no_renewal: { label: t`Third note`, max: 80 },
      upgrade_no_renewal_text: { label: t`Text of the third note`, max: 400 },
      upgrade_description: { label: t`Description for search engines`, max: 300 },
    } satisfies Pieces<typeof upgradeCopy>,
  },
  contact: {
    name: t`Contact`,
    path: "/contact",
    pieces: {
      contact_lead: { label: t`Text below the heading`, max: 240 },
      contact_replies: { label: t`Response time`, max: 80, isFixed: true },
      contact_description: { label: t`Description for search engines`, max: 300 },
    } satisfies Pieces<typeof contactCopy>,
  },
  footer: {
    name: t`Footer`,
    path: "/",
    pieces: {
      footer_line: { label: t`Line below the shop's name`, max: 160 },
      footer_adults: { label: t`Line at the end`, max: 120 },
    } satisfies Pieces<typeof footerCopy>,
  },
  missing: {
    name: t`Page not found`,
    path: "/not-found",
    pieces: {
      missing_title: { label: t`Heading`, max: 80 },
      missing_text: { label: t`Text below the heading`, max: 240 },
    } satisfies Pieces<typeof missingCopy>,
  },
  gate: {
    name: t`Age gate`,
    path: "/",
    isGate: true,
    pieces: {
      gate_text: { label: t`Text below the heading`, max: 300 },
    } satisfies Pieces<typeof gateCopy>,
  },
  email: {
    name: t`Emails`,
    path: null,
    pieces: {
      email_opening: { label: t`Opening line`, max: 240 },
      email_closing: { label: t`Closing line`, max: 240 },
      email_signature: { label: t`Signature`, max: 240, hasLines: true },
    } satisfies Pieces<typeof emailCopy>,
  },
  automatic: {
    name: t`Automatic emails`,
    path: null,
    pieces: {
      email_unpaid_subject: { label: t`Unpaid order: subject`, max: 120 },
      email_unpaid_text: { label: t`Unpaid order: text`, max: 600, hasLines: true },
      email_review_subject: { label: t`Review request: subject`, max: 120 },
      email_review_text: { label: t`Review request: text`, max: 600, hasLines: true },
      email_restock_subject: { label: t`Back in stock: subject`, max: 120 },
      email_restock_text: { label: t`Back in stock: text`, max: 600, hasLines: true },
      email_ending_subject: { label: t`Membership ends: subject`, max: 120 },
      email_ending_text: { label: t`Membership ends: text`, max: 600, hasLines: true },
      email_changing_text: { label: t`Another membership follows: text`, max: 600, hasLines: true },
    } satisfies Pieces<typeof automaticCopy>,
  },
} satisfies Record<string, CopyPage>

export type CopyPageName = keyof typeof copyPages
export const copyPageNames = Object.keys(copyPages) as [CopyPageName, ...CopyPageName[]]
export const piecesOf = (page: CopyPageName): Record<string, Piece> => copyPages[page].pieces
export const copyPieces: Record<string, Piece> = Object.assign({}, ...copyPageNames.map(piecesOf))
