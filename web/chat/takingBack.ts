import type { ChatMessage } from "#contract/chat.ts"
import { chatTexts } from "#contract/texts.ts"
import { call, explain } from "../api/client.ts"
import { dismiss, toast } from "../ui/toast.tsx"
import { merge } from "./room.ts"
import type { Talk } from "./view.ts"

/** Own messages that are taken back: from the screen at once, from the server when nobody calls them back. */
export interface TakingBack {
  /** It can be called back while its notice stands. */
  takeBack(id: number): void
  /** It is gone on the server: nothing is left to call back. */
  isGone(id: number): void
  /** Whoever leaves has no second thoughts. */
  finish(): void
}

interface Held {
  message: ChatMessage
  /** The notice that offers to call it back: for as long as it stands, and it stands while somebody is at it. */
  toast: number
  isSent: boolean
}

export function createTakingBack(talk: Talk): TakingBack {
  const held = new Map<number, Held>()
  return {
    takeBack,
    isGone: (id) => void held.delete(id),
    finish: () => {
      for (const id of [...held.keys()]) remove(id)
    },
  }

  function takeBack(id: number): void {
    const { room } = talk.view
    const message = room.messages.find((one) => one.id === id)
    if (!message) return
    talk.update({ room: merge(room, [{ id, seq: message.seq, deleted: true }]) })
    const action = { label: "Undo", run: () => callBack(id) }
    const gone = () => remove(id)
    held.set(id, { message, isSent: false, toast: toast(chatTexts.deleted, { kind: "success", action, gone }) })
  }

  function callBack(id: number): void {
    const one = held.get(id)
    if (!one) return
    held.delete(id)
    const { room } = talk.view
    const gone = new Set(room.gone)
    gone.delete(id)
    talk.update({ room: merge({ ...room, gone }, [one.message]) })
  }

  function remove(id: number): void {
    const one = held.get(id)
    if (!one || one.isSent) return
    one.isSent = true
    dismiss(one.toast)
    call(`DELETE /chat/messages/${id}`, { keepalive: true }).then(
      () => void held.delete(id),
      (error) => {
        callBack(id)
        toast(chatTexts.deleteFailed, { kind: "error", description: explain(error) })
      },
    )
  }
}
