import { t } from "../t.ts"
import { appCopy, emailCopy } from "./apart.ts"
import { contactCopy } from "./contact.ts"
import { footerCopy, gateCopy, missingCopy } from "./everywhere.ts"
import { homeCopy } from "./home.ts"
import { modelsCopy } from "./models.ts"
import type { Piece } from "./piece.ts"
import { upgradeCopy } from "./upgrade.ts"

export interface CopyPage {
  name: string
  /** The address of the page that shows these pieces; null for emails and what no page shows. */
  path: string | null
  /** Whether the age gate is shown instead of what is behind it. */
  isGate?: true
  pieces: Record<string, Piece>
}

/**
 * Every piece of copy, by the page that it stands on. The API, the panel and the pages follow this table. A page
 * imports its own pieces only, so each page loads no other page's texts.
 */
export const copyPages = {
  home: { name: t`Home`, path: "/", pieces: homeCopy },
  models: { name: t`Models`, path: "/models", pieces: modelsCopy },
  upgrade: { name: t`Memberships`, path: "/upgrade", pieces: upgradeCopy },
  contact: { name: t`Contact`, path: "/contact", pieces: contactCopy },
  footer: { name: t`Footer`, path: "/", pieces: footerCopy },
  missing: { name: t`Page not found`, path: "/not-found", pieces: missingCopy },
  gate: { name: t`Age gate`, path: "/", isGate: true, pieces: gateCopy },
  app: { name: t`App`, path: null, pieces: appCopy },
  email: { name: t`Emails`, path: null, pieces: emailCopy },
} satisfies Record<string, CopyPage>

export type CopyPageName = keyof typeof copyPages
export const copyPageNames = Object.keys(copyPages) as [CopyPageName, ...CopyPageName[]]
export const piecesOf = (page: CopyPageName): Record<string, Piece> => copyPages[page].pieces
export const copyPieces: Record<string, Piece> = Object.assign({}, ...copyPageNames.map(piecesOf))
