import { chatTexts } from "#contract/memberText.ts"
import { pageSize } from "#contract/messageRules.ts"
import { ApiError, call, explain } from "../../platform/api/client.ts"
import { toast } from "../../platform/ui/toast.tsx"
import type { ConversationEvent } from "./conversationState.ts"
import type { ConversationContext } from "./view.ts"

/** The HTTP calls of one conversation. Their answers become events of its state. */
export interface RoomCalls {
  fetchRoom(request: number): Promise<void>
  loadOlder(): Promise<void>
  /** Resolves with whether the message is gone. */
  remove(id: number): Promise<boolean>
  flag(id: number, flagged: boolean): Promise<void>
  markRead(messageId: number): void
}

export function createRoomCalls(context: ConversationContext, dispatch: (event: ConversationEvent) => void): RoomCalls {
  const { roomId } = context
  return { fetchRoom, loadOlder, remove, flag, markRead }

  async function fetchRoom(request: number): Promise<void> {
    const { life } = context
    try {
      const details = await call(`GET /chat/rooms/${roomId}`)
      if (life === context.life) dispatch({ type: "loaded", request, details })
    } catch (error) {
      if (life !== context.life) return
      const { status, code } = error instanceof ApiError ? error : { status: 0, code: "" }
      dispatch({ type: "loadFailed", request, status, code, detail: explain(error) })
    }
  }

  async function loadOlder(): Promise<void> {
    const { room, older } = context.view
    const oldest = room.messages[0]
    if (!oldest || older === "loading") return
    context.update({ older: "loading" })
    try {
      const query = { before_id: oldest.id, limit: pageSize }
      const page = await call(`GET /chat/rooms/${roomId}/messages`, { query })
      dispatch({ type: "older", page: page.filter((one) => "content" in one) })
    } catch {
      context.update({ older: "failed" })
    }
  }

  async function remove(id: number): Promise<boolean> {
    try {
      await call(`DELETE /chat/messages/${id}`)
      const known = context.view.room.messages.find((one) => one.id === id)
      if (known) dispatch({ type: "messages", changes: [{ id, seq: known.seq, deleted: true }] })
      toast(chatTexts.deleted, { kind: "success", key: `delete ${id}` })
      return true
    } catch (error) {
      toast(chatTexts.deleteFailed, { kind: "error", key: `delete ${id}`, description: explain(error) })
      return false
    }
  }

  async function flag(id: number, flagged: boolean): Promise<void> {
    try {
      const message = await call(`PATCH /chat/messages/${id}/flag`, { body: { flagged }, timeout: 5000 })
      dispatch({ type: "messages", changes: [message] })
    } catch (error) {
      toast(chatTexts.flagFailed, { kind: "error", description: explain(error) })
    }
  }

  function markRead(messageId: number): void {
    if (context.send({ type: "read", last_message_id: messageId })) return
    call(`POST /chat/rooms/${roomId}/read`, { body: { last_message_id: messageId } }).catch(() => undefined)
  }
}
