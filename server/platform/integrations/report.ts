import { integrationTexts } from "#contract/panelText.ts"
import { users } from "../auth/tables.ts"
import type { Tx } from "../db/store.ts"
import { accessGiven } from "../mail/emails.ts"
import { enqueue } from "../mail/outbox.ts"
import { notifyAdmins, responsibleAdmins } from "../notifications/adminAlerts.ts"

/**
 * Notifies and emails every super admin about an addition that an intruder could have made: it would survive a new
 * password and the end of all sessions. `link` is the page of the panel that shows it.
 */
export async function reportAdded(
  tx: Tx,
  added: keyof typeof integrationTexts.addedTitle,
  { link, origin }: { link: string; origin: string },
): Promise<void> {
  const title = integrationTexts.addedTitle[added]
  await notifyAdmins(tx, "integrations", { kind: "integration_added", title, body: integrationTexts.addedBody, link })
  const readers = await tx.db.select({ to: users.email }).from(users).where(responsibleAdmins("integrations"))
  const about = added === "admin" ? "admin" : "integration"
  for (const { to } of readers) await enqueue(tx, accessGiven({ to, about, subject: title, url: origin + link }))
}
