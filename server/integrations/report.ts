import { integrationTexts } from "#contract/panelText.ts"
import { users } from "../auth/tables.ts"
import type { Tx } from "../db/store.ts"
import { integrationAdded } from "../mail/emails.ts"
import { enqueue } from "../mail/outbox.ts"
import { notifyAdmins, responsibleAdmins } from "../notifications/adminAlerts.ts"

/**
 * Tells every super admin of a new way out of the shop, by a notification and an email: an intruder's would outlive a
 * new password and the end of all sessions.
 */
export async function reportAdded(
  tx: Tx,
  added: "key" | "webhook" | "address",
  { id, origin }: { id: number; origin: string },
): Promise<void> {
  const link = `/admin?tab=integrations&${added === "key" ? "key" : "webhook"}=${id}`
  const title = integrationTexts.addedTitle[added]
  await notifyAdmins(tx, "integrations", { kind: "integration_added", title, body: integrationTexts.addedBody, link })
  const readers = await tx.db.select({ to: users.email }).from(users).where(responsibleAdmins("integrations"))
  for (const { to } of readers) await enqueue(tx, integrationAdded({ to, subject: title, url: origin + link }))
}
