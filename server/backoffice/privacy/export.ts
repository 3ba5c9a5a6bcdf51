import type { AccountExport } from "#contract/export.ts"
import { exportConversations } from "../../conversation/chat/erasure.ts"
import { exportContact } from "../../conversation/contact/erasure.ts"
import { exportReviews } from "../../conversation/reviews/erasure.ts"
import { exportAgents, exportSessions } from "../../people/accounts/erasure.ts"
import { preferencesOf } from "../../people/accounts/preferences.ts"
import { exportAddresses } from "../../people/addresses/erasure.ts"
import { exportAssurances } from "../../people/age/assurances.ts"
import { exportMemberships } from "../../people/membership/erasure.ts"
import { exportNewsletter } from "../../people/newsletter/erasure.ts"
import { exportSecondFactor } from "../../people/second-factor/factors.ts"
import { type Actor, assertSignedIn, assertSteppedUp } from "../../platform/auth/actor.ts"
import { ownRow } from "../../platform/auth/people.ts"
import { presentUser } from "../../platform/auth/present.ts"
import type { Tx } from "../../platform/db/store.ts"
import { speaking } from "../../platform/languages.ts"
import { exportReports } from "../../platform/moderation/erasure.ts"
import { exportNotifications } from "../../platform/notifications/erasure.ts"
import { exportPush } from "../../platform/push/subscriptions.ts"
import { exportCart } from "../../sales/cart/erasure.ts"
import { exportSalesInvoices } from "../../sales/invoicing/invoices.ts"
import { exportOrders } from "../../sales/orders/erasure.ts"
import { exportInvoices, exportPayments } from "../../sales/payments/erasure.ts"
import { exportGifts } from "../../sales/payments/gifts.ts"
import { exportRefunds } from "../../sales/refunds/export.ts"
import { exportStockRequests } from "../../sales/stock/requests.ts"
import { exportFavorites, exportFavoritesLink } from "../../shopfront/favorites/erasure.ts"
import { exportVideos } from "../../shopfront/videos/erasure.ts"
import { exportNotes, exportTags } from "../customers/erasure.ts"
import { exportRatings } from "../desk/ratings.ts"

/** Exports, in English, what is held about the caller, without hashes, tokens and codes, and without data of others. */
export const exportAccount = (tx: Tx, actor: Actor) => speaking("en", () => everythingOf(tx, actor))

async function everythingOf(tx: Tx, actor: Actor): Promise<AccountExport> {
  assertSignedIn(actor)
  assertSteppedUp(actor, tx.now())
  const account = await ownRow(tx, actor)
  const { id } = account
  return {
    exported_at: tx.now().toISOString(),
    profile: {
      ...presentUser(account, tx.now()),
      terms_version: account.termsVersion,
      terms_accepted_at: textOf(account.termsAcceptedAt),
      privacy_version: account.privacyVersion,
      email_verified_at: textOf(account.emailVerifiedAt),
      pending_email_at: textOf(account.pendingEmailAt),
      last_seen_at: textOf(account.lastSeenAt),
      membership_next_level: account.membershipNextLevel,
      membership_next_expires_at: textOf(account.membershipNextExpiresAt),
      membership_last_level: account.membershipLastLevel,
      membership_last_expires_at: textOf(account.membershipLastExpiresAt),
      video_access_until: textOf(account.videoAccessUntil),
      suspended_at: textOf(account.suspendedAt),
      second_factor_since: textOf(account.secondFactorSince),
      updated_at: account.updatedAt.toISOString(),
    },
    preferences: await preferencesOf(tx, account),
    sessions: await exportSessions(tx, id),
    second_factor: await exportSecondFactor(tx, actor),
    age_assurances: await exportAssurances(tx, id),
    signed_in_with: await exportAgents(tx, id),
    memberships: await exportMemberships(tx, id),
    gifts: await exportGifts(tx, id),
    orders: await exportOrders(tx, id),
    ...(await exportRefunds(tx, id)),
    invoices: await exportInvoices(tx, id),
    sales_invoices: await exportSalesInvoices(tx, id),
    payments: await exportPayments(tx, id),
    reviews: await exportReviews(tx, id),
    favorites: await exportFavorites(tx, id),
    favorites_link: await exportFavoritesLink(tx, id),
    addresses: await exportAddresses(tx, id),
    cart: await exportCart(tx, id),
    newsletter: await exportNewsletter(tx, account),
    restock_requests: await exportStockRequests(tx, account),
    contact_messages: await exportContact(tx, account),
    conversations: await exportConversations(tx, id),
    chat_ratings: await exportRatings(tx, id),
    videos: await exportVideos(tx, id),
    notifications: await exportNotifications(tx, id),
    push_devices: await exportPush(tx, id),
    reports: await exportReports(tx, id),
    notes: await exportNotes(tx, id),
    tags: await exportTags(tx, id),
  }
}

const textOf = (moment: Date | null) => moment?.toISOString() ?? null
