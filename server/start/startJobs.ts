import { askForRatings } from "../backoffice/desk/ratings.ts"
import { indexMessages } from "../backoffice/desk/search.ts"
import { endSnoozes } from "../backoffice/desk/snooze.ts"
import { sendNewsletters } from "../backoffice/newsletters/send.ts"
import { correctReports } from "../backoffice/reports/rollUp.ts"
import { deleteOldEvidence } from "../backoffice/review-queue/evidence.ts"
import { recheck } from "../backoffice/review-queue/rechecks.ts"
import { mailPaidDigests } from "../backoffice/staff/paidDigest.ts"
import { mailWaiting } from "../backoffice/staff/waitingMail.ts"
import { hasReadAll } from "../conversation/chat/messagePush.ts"
import { recount } from "../conversation/chat/recount.ts"
import { forgetOldMessages } from "../conversation/contact/contact.ts"
import { askForReviews } from "../conversation/reviews/ask.ts"
import { forgetUnconfirmed } from "../people/accounts/emailAddress.ts"
import { forgetOldAssurances } from "../people/age/assurances.ts"
import { endMemberships, remindMembers } from "../people/membership/reminders.ts"
import { forgetOldSubscriptions } from "../people/newsletter/newsletter.ts"
import { createSealer, sealAgain } from "../platform/auth/sealed.ts"
import { forgetEnded } from "../platform/auth/sessions.ts"
import { authenticators } from "../platform/auth/tables.ts"
import { hours, minutes, seconds } from "../platform/clock.ts"
import { forgetOldKeys } from "../platform/http/idempotency.ts"
import { deleteOldKeys } from "../platform/integrations/apiKeys.ts"
import { deliverDue } from "../platform/integrations/deliver.ts"
import { webhookEndpoints } from "../platform/integrations/tables.ts"
import { deleteOldDeliveries } from "../platform/integrations/webhooks.ts"
import { deleteOldEmails, sendDue } from "../platform/mail/send.ts"
import { createMailTransport } from "../platform/mail/transport.ts"
import { sweepFiles } from "../platform/media/privateFiles.ts"
import { isRead } from "../platform/notifications/notifications.ts"
import { createDeliver } from "../platform/push/deliver.ts"
import { forgetSignedOut, type PushSending, sendDuePush } from "../platform/push/send.ts"
import { eraseOldBuyers } from "../sales/invoicing/invoices.ts"
import { completeShipped, remindUnpaid, sweepHolds } from "../sales/orders/holds.ts"
import { recordUnrecordedRefunds } from "../sales/orders/refundLedger.ts"
import { reconcile } from "../sales/payments/reconcile.ts"
import { creditMissing, invoiceMissing } from "../sales/payments/salesInvoices.ts"
import { refreshSummaries } from "../sales/payments/summary.ts"
import { processPending } from "../sales/payments/webhooks.ts"
import { warnOfLowStock } from "../sales/stock/low.ts"
import { deleteOldRequests } from "../sales/stock/requests.ts"
import { tellBackInStock } from "../sales/stock/tell.ts"
import { publishDue } from "../shopfront/catalog/publishing.ts"
import { recordUnrecorded } from "../shopfront/catalog/stock.ts"
import { publishDueCopy } from "../shopfront/copy/copy.ts"
import { clearBrokenUploads, sweepVideoFiles } from "../shopfront/videos/files.ts"
import type { App } from "./app.ts"

/** Starts the scheduled work, once the server listens. Tests call the functions themselves. */
export function startJobs({
  jobs,
  log,
  settings,
  store,
  storage,
  paymentContext,
  lastSeen,
  redirectHits,
  moderation,
  chat,
  fetcher,
}: App): void {
  const transport = createMailTransport(settings)
  const sealer = createSealer(settings.encryptionKeys)
  const { support } = paymentContext
  jobs.every(seconds(1), "publish scheduled models", () => publishDue(store))
  jobs.every(seconds(1), "publish scheduled texts", () => publishDueCopy(store))
  jobs.every(seconds(1), "send newsletters", () =>
    sendNewsletters(store, { home: paymentContext.home(), perMinute: settings.newsletterPerMinute }),
  )
  jobs.every(seconds(1), "send emails", () => sendDue(store, transport, log))
  const push: PushSending = {
    deliver: createDeliver(fetcher, settings.supportEmail),
    keys: settings.webPushKeys,
    isSeen: async ({ userId, roomId, notificationId }) =>
      roomId !== null
        ? hasReadAll(store, roomId, userId)
        : notificationId !== null && (await isRead(store, notificationId)),
    log,
  }
  jobs.every(seconds(1), "send push notices", () => sendDuePush(store, push))
  jobs.every(minutes(1), "delete push subscriptions of ended sessions", () => forgetSignedOut(store))
  jobs.every(hours(1), "delete old emails", () => deleteOldEmails(store))
  jobs.every(seconds(1), "send webhooks", () =>
    deliverDue(store, { sealer, fetcher, log, support, home: paymentContext.home() }),
  )
  jobs.every(hours(1), "delete old webhook deliveries", () => deleteOldDeliveries(store))
  jobs.every(hours(1), "delete old API keys", () => store.longRunning(deleteOldKeys))
  jobs.every(hours(1), "delete ended sessions", () => store.longRunning(forgetEnded))
  jobs.every(hours(1), "delete old age assurances", () => store.longRunning(forgetOldAssurances))
  jobs.every(hours(1), "delete unconfirmed email changes", () => store.longRunning(forgetUnconfirmed))
  jobs.every(hours(1), "seal secrets with the newest key", async () => {
    const { secret, previousSecret } = webhookEndpoints
    for (const column of [authenticators.secret, secret, previousSecret]) await sealAgain(store, sealer, column)
  })
  jobs.every(seconds(60), "record last use of sessions", () => lastSeen.write())
  jobs.every(seconds(10), "count redirects", () => redirectHits.write())
  jobs.every(hours(1), "delete old idempotency keys", () => store.longRunning(forgetOldKeys))
  jobs.every(hours(1), "delete old contact messages", () => store.longRunning(forgetOldMessages))
  jobs.every(hours(1), "delete old subscriptions", () => store.longRunning(forgetOldSubscriptions))
  jobs.every(seconds(15), "release expired stock", async () => {
    await refreshSummaries(store)
    await sweepHolds(store, paymentContext.home())
  })
  jobs.every(seconds(30), "tell who waits for stock", () => tellBackInStock(store, paymentContext.home()))
  jobs.every(minutes(1), "warn of low stock", () => warnOfLowStock(store))
  jobs.every(hours(1), "delete old stock requests", () => store.longRunning(deleteOldRequests))
  jobs.every(hours(1), "complete the ledger of stock", () => recordUnrecorded(store))
  jobs.every(hours(1), "complete the records of refunds", () => recordUnrecordedRefunds(store))
  jobs.every(hours(1), "complete shipped orders", () => completeShipped(store, paymentContext.home()))
  jobs.every(minutes(1), "remind of unpaid orders", () => remindUnpaid(store, paymentContext.home()))
  jobs.every(minutes(10), "ask for reviews", () => askForReviews(store, paymentContext.home()))
  jobs.every(minutes(1), "end memberships", () => endMemberships(store, paymentContext.home()))
  jobs.every(minutes(10), "remind members", () => remindMembers(store, paymentContext.home()))
  jobs.every(minutes(1), "email admins about waiting work", () => mailWaiting(store, paymentContext.home()))
  jobs.every(minutes(1), "email paid orders of the day", () => mailPaidDigests(store, paymentContext.home()))
  jobs.every(seconds(5), "apply pending webhooks", () => processPending(paymentContext))
  jobs.every(minutes(1), "notify members of missed messages", () => chat.notifyMissed())
  jobs.every(minutes(10), "recount unread messages", () => recount(store))
  jobs.every(seconds(2), "bring back snoozed chats", () => endSnoozes(store))
  jobs.every(seconds(2), "index messages", () => indexMessages(store))
  jobs.every(minutes(10), "ask members about talks", () => askForRatings(store))
  jobs.every(seconds(10), "remove unused chat files", () => sweepFiles(store, storage))
  jobs.every(seconds(10), "remove unused video files", () => sweepVideoFiles(store, storage))
  jobs.every(hours(1), "remove broken uploads", () => clearBrokenUploads(store, storage, settings.dataDir, false))
  jobs.every(seconds(30), "recheck texts", () => recheck(store, moderation))
  jobs.every(hours(1), "delete old evidence", () => deleteOldEvidence(store))
  jobs.every(minutes(1), "correct reports", () => correctReports(store))
  jobs.every(minutes(10), "issue missing invoices", () => invoiceMissing(store))
  jobs.every(minutes(10), "issue missing credit notes", () => creditMissing(store))
  jobs.every(hours(1), "erase buyers of old invoices", () => store.longRunning(eraseOldBuyers))
  jobs.every(seconds(30), "reconcile payments", () => reconcile(paymentContext))
}
