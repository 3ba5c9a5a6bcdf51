import { integrationTexts } from "#contract/panelText.ts"
import { users } from "../auth/tables.ts"
import type { Tx } from "../db/store.ts"
import { accessGiven } from "../mail/emails.ts"
import { enqueue } from "../mail/outbox.ts"
import { notifyAdmins, responsibleAdmins } from "../notifications/adminAlerts.ts"

/**
 * Tells every super admin of what an intruder could have left behind, by a notification and an email: it would outlive a
 * new password and the end of all sessions. `link`: the page of the panel that shows it.
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
