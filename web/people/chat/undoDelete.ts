import type { ChatMessage } from "#contract/chat.ts"
import { chatTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { call, explain } from "../../platform/api/client.ts"
import { dismiss, toast } from "../../platform/ui/toast.tsx"
import { merge } from "./room.ts"
import type { ConversationContext } from "./view.ts"

/** Hides own messages at once, and deletes them on the server when they can no longer be undone. */
export interface UndoDelete {
  /** Hides a message, and offers to undo it while a toast is shown. */
  remove(id: number): void
  /** Called when the server has deleted the message, so that it can no longer be undone. */
  isGone(id: number): void
  /** Deletes the hidden messages when the page is left. */
  finish(): void
}

interface PendingDelete {
  message: ChatMessage
  /** The toast that offers to undo. */
  toast: number
  isSent: boolean
}

export function createUndoDelete(context: ConversationContext): UndoDelete {
  const pending = new Map<number, PendingDelete>()
  return {
    remove,
    isGone: (id) => void pending.delete(id),
    finish: () => {
      for (const id of [...pending.keys()]) send(id)
    },
  }

  function remove(id: number): void {
    const { room } = context.view
    const message = room.messages.find((one) => one.id === id)
    if (!message) return
    context.update({ room: merge(room, [{ id, seq: message.seq, deleted: true }]) })
    const action = { label: t`Undo`, run: () => restore(id) }
    const gone = () => send(id)
    pending.set(id, { message, isSent: false, toast: toast(chatTexts.deleted, { kind: "success", action, gone }) })
  }

  function restore(id: number): void {
    const deletion = pending.get(id)
    if (!deletion) return
    pending.delete(id)
    const { room } = context.view
    const gone = new Set(room.gone)
    gone.delete(id)
    context.update({ room: merge({ ...room, gone }, [deletion.message]) })
  }

  function send(id: number): void {
    const one = pending.get(id)
    if (!one || one.isSent) return
    one.isSent = true
    dismiss(one.toast)
    call(`DELETE /chat/messages/${id}`, { keepalive: true }).then(
      () => void pending.delete(id),
      (error) => {
        restore(id)
        toast(chatTexts.deleteFailed, { kind: "error", description: explain(error) })
      },
    )
  }
}
