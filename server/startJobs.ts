import { forgetEnded } from "./accounts/sessions.ts"
import type { App } from "./app.ts"
import { sweepFiles } from "./chat/files.ts"
import { hours, minutes, seconds } from "./clock.ts"
import { forgetOldKeys } from "./http/idempotency.ts"
import { forgetOldLetters, sendDue } from "./mail/send.ts"
import { createMailTransport } from "./mail/transport.ts"
import { endMembers, remindMembers } from "./membership/reminders.ts"
import { recheck } from "./moderation/rechecks.ts"
import { completeShipped, sweepHolds } from "./orders/holds.ts"
import { processWaiting } from "./payments/notices.ts"
import { reconcile } from "./payments/reconcile.ts"
import { clearBrokenUploads, sweepVideoFiles } from "./videos/files.ts"

/** Work that follows the clock. Called once the server listens; tests call the functions themselves. */
export function startJobs({ jobs, log, settings, store, storage, desk, lastSeen, moderation, chat }: App): void {
  const transport = createMailTransport(settings)
  jobs.every(seconds(1), "send letters", () => sendDue(store, transport, log))
  jobs.every(hours(1), "forget letters", () => forgetOldLetters(store))
  jobs.every(hours(1), "forget sessions", () => store.unhurried(forgetEnded))
  jobs.every(seconds(60), "note when sessions were used", () => lastSeen.write())
  jobs.every(hours(1), "forget idempotency keys", () => store.unhurried(forgetOldKeys))
  jobs.every(seconds(15), "end holds", () => sweepHolds(store, desk.home()))
  jobs.every(hours(1), "complete shipped orders", () => completeShipped(store, desk.home()))
  jobs.every(minutes(1), "end memberships", () => endMembers(store, desk.home()))
  jobs.every(minutes(10), "remind members", () => remindMembers(store, desk.home()))
  jobs.every(seconds(5), "apply waiting notices", () => processWaiting(desk))
  jobs.every(minutes(1), "notice missed messages", () => chat.noticeMissed())
  jobs.every(seconds(10), "remove files of the chat", () => sweepFiles(store, storage))
  jobs.every(seconds(10), "remove files of videos", () => sweepVideoFiles(store, storage))
  jobs.every(hours(1), "remove broken uploads", () => clearBrokenUploads(store, storage, settings.dataDir, false))
  jobs.every(seconds(30), "look again at texts", () => recheck(store, moderation))
  jobs.every(seconds(30), "reconcile payments", () => reconcile(desk))
}
