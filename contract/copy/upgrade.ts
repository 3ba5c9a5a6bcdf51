import { t } from "../t.ts"
import type { Piece } from "./piece.ts"

export const upgradeCopy = {
  upgrade_title: { label: t`Heading`, text: t`Choose your membership`, max: 80 },
  upgrade_lead: {
    label: t`Text below the heading`,
    text: t`Browsing is free and always will be. A membership lets you chat with moderators for 30 days. You pay once, in crypto, and it never renews automatically.`,
    max: 400,
  },
  upgrade_notes: { label: t`Heading of the notes`, text: t`Before you choose`, max: 80 },
  upgrade_renewals: { label: t`First note`, text: t`Renewals add up`, max: 80 },
  upgrade_renewals_text: {
    label: t`Text of the first note`,
    text: t`You keep your remaining days: a renewal starts when they end. When you upgrade, they are converted by price, and you keep your unused messages and photos.`,
    max: 400,
  },
  upgrade_no_renewal: { label: t`Third note`, text: t`No automatic renewal`, max: 80 },
  upgrade_no_renewal_text: {
    label: t`Text of the third note`,
    text: t`There's nothing to cancel. After 30 days, your account returns to the Basic level with everything still in it.`,
    max: 400,
  },
  upgrade_description: {
    label: t`Description for search engines`,
    text: t`Three memberships of 30 days: Standard, VIP and VVIP. Chat with the moderator of any model and watch VIP videos.`,
    max: 300,
  },
} satisfies Record<string, Piece>
