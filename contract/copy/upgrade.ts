import { t } from "../t.ts"

export const upgradeCopy = {
  upgrade_title: t`Choose your membership`,
  upgrade_lead: t`Browsing is free and always will be. A membership lets you chat with moderators for 30 days. You pay once, in crypto, and it never renews automatically.`,
  upgrade_notes: t`Before you choose`,
  upgrade_renewals: t`Renewals add up`,
  upgrade_renewals_text: t`You keep your remaining days: a renewal starts when they end. When you upgrade, they are converted by price, and you keep your unused messages and photos.`,
  upgrade_no_renewal: t`No automatic renewal`,
  upgrade_no_renewal_text: t`There's nothing to cancel. After 30 days, your account returns to the Basic level with everything still in it.`,
  upgrade_description: t`Three memberships of 30 days: Standard, VIP and VVIP. Chat with the moderator of any model and watch VIP videos.`,
}
