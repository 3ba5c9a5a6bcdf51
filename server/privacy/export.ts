import type { AccountExport } from "#contract/export.ts"
import { exportAgents, exportSessions } from "../accounts/erasure.ts"
import { preferencesOf } from "../accounts/preferences.ts"
import { exportAddresses } from "../addresses/erasure.ts"
import { exportAssurances } from "../age/assurances.ts"
import { type Actor, assertSignedIn, assertSteppedUp } from "../auth/actor.ts"
import { ownRow } from "../auth/people.ts"
import { presentUser } from "../auth/present.ts"
import { exportCart } from "../cart/erasure.ts"
import { exportConversations } from "../chat/erasure.ts"
import { exportContact } from "../contact/erasure.ts"
import { exportNotes, exportTags } from "../customers/erasure.ts"
import type { Tx } from "../db/store.ts"
import { exportRatings } from "../desk/ratings.ts"
import { exportFavorites, exportFavoritesLink } from "../favorites/erasure.ts"
import { exportSalesInvoices } from "../invoicing/invoices.ts"
import { exportMemberships } from "../membership/erasure.ts"
import { exportReports } from "../moderation/erasure.ts"
import { exportNewsletter } from "../newsletter/erasure.ts"
import { exportNotifications } from "../notifications/erasure.ts"
import { exportOrders } from "../orders/erasure.ts"
import { exportInvoices, exportPayments } from "../payments/erasure.ts"
import { exportGifts } from "../payments/gifts.ts"
import { exportPush } from "../push/subscriptions.ts"
import { exportRefunds } from "../refunds/export.ts"
import { exportReviews } from "../reviews/erasure.ts"
import { exportSecondFactor } from "../second-factor/factors.ts"
import { exportStockRequests } from "../stock/requests.ts"
import { exportVideos } from "../videos/erasure.ts"

/** Everything held about the caller, field by field: no hash, token or code, and nothing about anybody else. */
export async function exportAccount(tx: Tx, actor: Actor): Promise<AccountExport> {
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
