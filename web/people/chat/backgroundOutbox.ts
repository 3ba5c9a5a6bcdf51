import { chatTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { ApiError, explain } from "../../platform/api/client.ts"
import type { Address } from "../../platform/router.ts"
import { toast } from "../../platform/ui/toast.tsx"
import { openLink } from "../notifications/announce.ts"
import {
  forgetOutgoing,
  isFailure,
  keepOutgoing,
  maxRetries,
  mayPass,
  type Outgoing,
  postText,
  readOutbox,
  roomsWithOutbox,
} from "./outbox.ts"
import { refreshRooms } from "./rooms.ts"
import { isOpen } from "./unread.ts"

const checkEvery = 10_000

/**
 * Sends messages that were written offline in rooms that are not open; an open room sends its own. Returns a function
 * that stops it.
 */
export function sendInBackground(account: string, linkTo: (roomId: number) => Address): () => void {
  let busy = false
  let ended = false
  const timer = setInterval(check, checkEvery)
  addEventListener("online", check)
  return () => {
    ended = true
    clearInterval(timer)
    removeEventListener("online", check)
  }

  function check(): void {
    if (busy || !navigator.onLine) return
    busy = true
    void sendAll().finally(() => {
      busy = false
    })
  }

  async function sendAll(): Promise<void> {
    let sent = 0
    for (const roomId of roomsWithOutbox(account)) {
      const arrived = await sendRoom(roomId)
      sent += arrived ?? 0
      if (arrived === null) break
    }
    if (sent === 0) return
    toast(chatTexts.sentQueued(sent), { kind: "success" })
    void refreshRooms()
  }

  /** Returns the number of delivered messages, or null while the server is unreachable. */
  async function sendRoom(roomId: number): Promise<number | null> {
    let sent = 0
    for (;;) {
      const outgoing = readOutbox(account, roomId).find(({ state }) => state === "queued")
      if (!outgoing || ended || isOpen(roomId)) return sent
      try {
        await postText(roomId, outgoing)
        forgetOutgoing(account, roomId, outgoing.client_id)
        sent++
      } catch (error) {
        const canContinue = failed(roomId, outgoing, error)
        if (!canContinue) return sent > 0 ? sent : null
      }
    }
  }

  /** Returns whether the next message may be sent at once. */
  function failed(roomId: number, outgoing: Outgoing, error: unknown): boolean {
    const status = error instanceof ApiError ? error.status : 0
    // The message may succeed after a new sign-in.
    if (status === 401 || !isFailure(status)) return false
    const retries = outgoing.retries + 1
    if (mayPass(status) && retries < maxRetries) {
      keepOutgoing(account, roomId, { ...outgoing, retries })
      return false
    }
    keepOutgoing(account, roomId, { ...outgoing, state: "failed", retries, detail: explain(error) })
    const action = { label: t({ context: "verb, on a button", message: "Open" }), run: () => openLink(linkTo(roomId)) }
    toast(chatTexts.sendFailed, { kind: "error", description: explain(error), action })
    return true
  }
}
