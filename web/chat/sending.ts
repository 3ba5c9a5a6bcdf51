import type { ChatMessage, ServerFrame } from "#contract/chat.ts"
import { type Code, statusOf } from "#contract/codes.ts"
import { faultIn, tidy } from "#contract/messageRules.ts"
import { chatTexts, generalTexts } from "#contract/texts.ts"
import { ApiError, explain } from "../api/client.ts"
import { randomKey } from "../ui/random.ts"
import { dismiss, toast } from "../ui/toast.tsx"
import { ackWait, isFailure, mayPass, mostRetries, type Outgoing, postText } from "./outbox.ts"
import type { Queue } from "./queue.ts"
import type { Talk } from "./view.ts"

/** The texts of a conversation on their way: over the socket, else by HTTP, else later. */
export interface Sending {
  /** Returns why it cannot be sent, or null. */
  send(text: string): string | null
  retry(clientId: string): void
  /** Now rather than after the pause that a failure makes. */
  hurry(): void
  /** A message of one's own is there, by whatever way. */
  acknowledge(clientId: string, message: ChatMessage): void
  /** Whether the error was the answer to one of these. */
  refuse(frame: Extract<ServerFrame, { type: "error" }>): boolean
  /** The socket that should have answered is gone. */
  cutOff(): void
  /** Who is not let in any more waits for nothing. */
  giveUp(): void
  stop(): void
}

const sameWithin = 1000
/** After the first, second, … failure; milliseconds. */
const pauses = [2000, 5000, 15_000, 30_000]

/** `written` is told when a text is about to go out. */
export function createSending(talk: Talk, queue: Queue, written: () => void): Sending {
  const acks = new Map<string, { resolve(message: ChatMessage): void; reject(error: unknown): void }>()
  let isPumping = false
  let nextTry: ReturnType<typeof setTimeout> | undefined
  let last = { content: "", at: 0 }
  /** Says that something waits: it goes when that does not any more. */
  let waitingToast: number | null = null
  return {
    send,
    retry: (clientId) => {
      queue.change(clientId, { state: "queued", retries: 0, waited: false, detail: undefined })
      hurry()
    },
    hurry,
    acknowledge: (clientId, message) => acks.get(clientId)?.resolve(message),
    refuse,
    cutOff,
    giveUp,
    stop: () => {
      clearTimeout(nextTry)
      cutOff()
    },
  }

  function send(text: string): string | null {
    const content = tidy(text)
    const fault = faultIn(content)
    if (fault) return fault
    const now = Date.now()
    // A double click is one wish.
    if (content === last.content && now - last.at < sameWithin) return null
    last = { content, at: now }
    written()
    queue.add({ client_id: randomKey(), content, at: now, state: "queued", retries: 0, waited: false })
    void pump()
    return null
  }

  function hurry(): void {
    clearTimeout(nextTry)
    void pump()
  }

  /** One after the other, so that they arrive in the order in which they were written. */
  async function pump(): Promise<void> {
    if (isPumping || talk.view.status !== "ready") return
    isPumping = true
    const { life } = talk
    let flushed = 0
    try {
      for (let one = waiting()[0]; one && life === talk.life; one = waiting()[0]) {
        const isOut = !navigator.onLine || talk.view.connection.refused !== null
        if (isOut) return keepWaiting(false)
        queue.change(one.client_id, { state: "sending" })
        try {
          const message = await deliver(one)
          queue.arrived(one, message)
          if (one.waited) flushed++
        } catch (error) {
          if (life !== talk.life) return queue.change(one.client_id, { state: "queued" })
          if (!goesOn(one, error)) return
        }
      }
    } finally {
      isPumping = false
      if (flushed > 0) {
        if (waitingToast !== null) dismiss(waitingToast)
        toast(chatTexts.sentQueued(flushed), { kind: "success" })
      }
    }
  }

  function waiting(): Outgoing[] {
    return talk.view.outgoing.filter(({ state, file }) => state === "queued" && !file)
  }

  /** It stays in sight, to be sent after all should that change, or given up. */
  function giveUp(): void {
    for (const { client_id } of waiting()) queue.change(client_id, { state: "failed", detail: chatTexts.disconnected })
  }

  /** `unreached`: there is a network, and the shop did not answer. */
  function keepWaiting(unreached: boolean): void {
    const fresh = waiting().filter(({ waited }) => !waited)
    for (const { client_id } of fresh) queue.change(client_id, { waited: true })
    if (fresh.length === 0) return
    waitingToast = unreached
      ? toast(chatTexts.connection, { kind: "error", description: chatTexts.queued })
      : toast(chatTexts.queued)
  }

  async function deliver(one: Outgoing): Promise<ChatMessage> {
    try {
      const message = await bySocket(one)
      if (message) return message
    } catch (error) {
      if (error instanceof ApiError) throw error
      // Not answered, or cut off: it may have arrived. The other way brings it, or says that it has.
    }
    return postText(talk.roomId, one)
  }

  /** Null: the socket cannot take it now. */
  function bySocket({ client_id, content }: Outgoing): Promise<ChatMessage> | null {
    if (!talk.tell({ type: "create", message: content, chat_room_id: talk.roomId, client_id })) return null
    let late: ReturnType<typeof setTimeout>
    return new Promise<ChatMessage>((resolve, reject) => {
      acks.set(client_id, { resolve, reject })
      late = setTimeout(() => reject(new Error("not answered")), ackWait)
    }).finally(() => {
      clearTimeout(late)
      acks.delete(client_id)
    })
  }

  function refuse({ client_id, code, detail, retry_after }: Extract<ServerFrame, { type: "error" }>): boolean {
    const ack = client_id ? acks.get(client_id) : undefined
    ack?.reject(new ApiError(statusOf[code as Code] ?? 500, { detail, code }, retry_after ?? null))
    return ack !== undefined
  }

  function cutOff(): void {
    for (const ack of [...acks.values()]) ack.reject(new Error("cut off"))
  }

  /** Whether the next one may be tried at once. */
  function goesOn(one: Outgoing, error: unknown): boolean {
    const { status, retryAfter } = error instanceof ApiError ? error : { status: 0, retryAfter: null }
    talk.update({ answers: status !== 0 })
    if (!mayPass(status)) {
      queue.change(one.client_id, { state: "failed", detail: explain(error) })
      toast(kindOf(status), { kind: "error", description: explain(error) })
      return status !== 401
    }
    // Without a network nothing was really tried; with one, a shop that cannot be reached has failed.
    const counts = one.waited && (isFailure(status) || (status === 0 && talk.view.connection.state === "connected"))
    const retries = one.retries + (counts ? 1 : 0)
    if (retries >= mostRetries) {
      queue.change(one.client_id, { state: "failed", retries, detail: explain(error) })
      toast(chatTexts.sendFailed, { kind: "error", description: explain(error) })
      return true
    }
    queue.change(one.client_id, { state: "queued", retries })
    keepWaiting(status === 0)
    const pause = retryAfter === null ? pauses[Math.min(retries, pauses.length - 1)]! : retryAfter * 1000
    nextTry = setTimeout(() => void pump(), pause)
    return false
  }
}

/** What kind of trouble it is. */
function kindOf(status: number): string {
  if (status === 401) return generalTexts.authenticationRequired
  return status === 422 ? chatTexts.validation : chatTexts.other
}
