import { freezeRoom } from "../../conversation/chat/messages.ts"
import { suspend } from "../../people/accounts/suspension.ts"
import type { Tx } from "../../platform/db/store.ts"
import { staffCritical } from "../../platform/mail/emails.ts"
import { enqueue } from "../../platform/mail/outbox.ts"
import type { FlaggedRow } from "../../platform/moderation/queue.ts"
import { audit } from "../../platform/records/audit.ts"

interface Given {
  /** The origin of links in emails. */
  home: string
  support: string
}

/**
 * Handles a critical finding: emails support, and suspends the author and freezes the room if two readings agree. Locks
 * the account's row first, as a deletion does.
 */
export async function stopAuthor(tx: Tx, item: FlaggedRow, closes: boolean, { home, support }: Given): Promise<void> {
  const { id, authorId, roomId, reason } = item
  const isNew = closes && authorId !== null && (await suspend(tx, authorId, null, home))
  if (closes && roomId !== null) await freezeRoom(tx, roomId)
  if (isNew) {
    await audit(tx, null, {
      action: "user.suspend",
      target: { kind: "user", id: authorId },
      after: { flagged_item: id, reason },
    })
  }
  await enqueue(tx, staffCritical({ to: support, itemId: id, url: `${home}/admin?tab=flagged` }))
}
