import { chatTexts } from "#contract/texts.ts"
import { followLink } from "../account/notices/announce.ts"
import { ApiError, explain } from "../api/client.ts"
import { toast } from "../ui/toast.tsx"
import {
  forgetOutgoing,
  isFailure,
  keepOutgoing,
  mayPass,
  mostRetries,
  type Outgoing,
  postText,
  readOutbox,
  roomsWithOutbox,
} from "./outbox.ts"
import { refreshRooms } from "./rooms.ts"
import { isOpen } from "./unread.ts"

const lookEvery = 10_000

/**
 * What was written without a connection goes out also when its room is not open any more; a room that is open sends its own. Returns
 * the way to end it.
 */
export function sendLeftBehind(account: string, linkTo: (roomId: number) => string): () => void {
  let busy = false
  let ended = false
  const timer = setInterval(look, lookEvery)
  addEventListener("online", look)
  return () => {
    ended = true
    clearInterval(timer)
    removeEventListener("online", look)
  }

  function look(): void {
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

  /** How many have arrived; null while nobody answers. */
  async function sendRoom(roomId: number): Promise<number | null> {
    let sent = 0
    for (;;) {
      const one = readOutbox(account, roomId).find(({ state }) => state === "queued")
      if (!one || ended || isOpen(roomId)) return sent
      try {
        await postText(roomId, one)
        forgetOutgoing(account, roomId, one.client_id)
        sent++
      } catch (error) {
        const goesOn = failed(roomId, one, error)
        if (!goesOn) return sent > 0 ? sent : null
      }
    }
  }

  /** Whether the next one may be tried at once. */
  function failed(roomId: number, one: Outgoing, error: unknown): boolean {
    const status = error instanceof ApiError ? error.status : 0
    // Who is signed out may come back.
    if (status === 401 || !isFailure(status)) return false
    const retries = one.retries + 1
    if (mayPass(status) && retries < mostRetries) {
      keepOutgoing(account, roomId, { ...one, retries })
      return false
    }
    keepOutgoing(account, roomId, { ...one, state: "failed", retries, detail: explain(error) })
    const action = { label: "Open", run: () => followLink(linkTo(roomId)) }
    toast(chatTexts.sendFailed, { kind: "error", description: explain(error), action })
    return true
  }
}
