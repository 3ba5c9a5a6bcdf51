import { suspend } from "../accounts/suspension.ts"
import { freezeRoom } from "../chat/messages.ts"
import type { Tx } from "../db/store.ts"
import { staffCritical } from "../mail/emails.ts"
import { enqueue } from "../mail/outbox.ts"
import type { FlaggedRow } from "../moderation/queue.ts"
import { audit } from "../records/audit.ts"

interface Given {
  /** The origin of links in emails. */
  home: string
  support: string
}

/**
 * After a critical finding: suspends the author, freezes the room and emails support. Locks the account's row first, as
 * a deletion does.
 */
export async function stopAuthor(tx: Tx, item: FlaggedRow, { home, support }: Given): Promise<void> {
  const { id, authorId, roomId } = item
  const isNew = authorId !== null && (await suspend(tx, authorId, null, home))
  if (roomId !== null) await freezeRoom(tx, roomId)
  if (isNew) {
    await audit(tx, null, {
      action: "user.suspend",
      target: { kind: "user", id: authorId },
      after: { flagged_item: id },
    })
  }
  await enqueue(tx, staffCritical({ to: support, itemId: id, url: `${home}/admin?tab=flagged` }))
}
