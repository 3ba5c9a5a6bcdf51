import type { ChatMessage, ServerFrame } from "#contract/chat.ts"
import { type Code, statusOf } from "#contract/codes.ts"
import { chatTexts } from "#contract/memberText.ts"
import { faultIn, tidy } from "#contract/messageRules.ts"
import { generalTexts } from "#contract/texts.ts"
import { ApiError, explain } from "../../platform/api/client.ts"
import { randomKey } from "../../platform/ui/random.ts"
import { dismiss, toast } from "../../platform/ui/toast.tsx"
import { ackWait, isFailure, maxRetries, mayPass, type Outgoing, postText } from "./outbox.ts"
import type { Queue } from "./queue.ts"
import type { ConversationContext } from "./view.ts"

/** Sends a conversation's texts over the socket, or else by HTTP, or else later. */
export interface Sending {
  /** Returns why the text cannot be sent, or null. */
  send(text: string): string | null
  /** Called when a file was sent, perhaps without a text. */
  attached(): void
  retry(clientId: string): void
  /** Sends at once, without the pause after a failure. */
  hurry(): void
  /** Called when an own message was stored. */
  acknowledge(clientId: string, message: ChatMessage): void
  /** Returns whether the error belongs to one of these messages. */
  refuse(frame: Extract<ServerFrame, { type: "error" }>): boolean
  /** Called when the socket that should have answered is closed. */
  cutOff(): void
  /** Called when access was revoked: all pending messages fail. */
  giveUp(): void
  stop(): void
}

const sameWithin = 1000
/** Milliseconds to pause after the first, second, and each further failure. */
const pauses = [2000, 5000, 15_000, 30_000]

/** Delivers a text over the socket or by HTTP, and matches the socket's answers. */
function createDelivery(context: ConversationContext) {
  const acks = new Map<string, { resolve(message: ChatMessage): void; reject(error: unknown): void }>()
  const acknowledge: Sending["acknowledge"] = (clientId, message) => acks.get(clientId)?.resolve(message)
  return { deliver, acknowledge, refuse, cutOff }

  async function deliver(outgoing: Outgoing): Promise<ChatMessage> {
    try {
      const message = await bySocket(outgoing)
      if (message) return message
    } catch (error) {
      if (error instanceof ApiError) throw error
      // Without an acknowledgement the text may still be stored. HTTP with the same key sends or confirms it.
    }
    return postText(context.roomId, outgoing)
  }

  /** Returns null if the socket is not open. */
  function bySocket({ client_id, content }: Outgoing): Promise<ChatMessage> | null {
    if (!context.send({ type: "create", message: content, chat_room_id: context.roomId, client_id })) return null
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
}

/** Calls `written` before each text. */
export function createSending(context: ConversationContext, queue: Queue, written: () => void): Sending {
  const { deliver, acknowledge, refuse, cutOff } = createDelivery(context)
  let isPumping = false
  let nextTry: ReturnType<typeof setTimeout> | undefined
  let last = { content: "", at: 0 }
  /** Time at which a text or a file was last sent, in milliseconds. */
  let sentAt = 0
  /** The toast about pending messages, dismissed once none are. */
  let waitingToast: number | null = null
  return {
    send,
    attached: () => {
      sentAt = Date.now()
    },
    retry: (clientId) => {
      queue.change(clientId, { state: "queued", retries: 0, waited: false, detail: undefined })
      hurry()
    },
    hurry,
    acknowledge,
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
    const now = Date.now()
    // The second press of a double click finds the composer unchanged or already emptied, and is ignored.
    if (content === "" && now - sentAt < sameWithin) return null
    if (content === last.content && now - last.at < sameWithin) return null
    const fault = faultIn(content)
    if (fault) return fault
    last = { content, at: now }
    sentAt = now
    written()
    queue.add({ client_id: randomKey(), content, at: now, state: "queued", retries: 0, waited: false })
    void pump()
    return null
  }

  function hurry(): void {
    clearTimeout(nextTry)
    void pump()
  }

  /** Sends one after the other, to keep the order. */
  async function pump(): Promise<void> {
    if (isPumping || context.view.status !== "ready") return
    isPumping = true
    const { life } = context
    let flushed = 0
    try {
      for (let next = waiting()[0]; next && life === context.life; next = waiting()[0]) {
        const isOut = !navigator.onLine || context.view.connection.refused !== null
        if (isOut) return keepWaiting(false)
        queue.change(next.client_id, { state: "sending" })
        try {
          const message = await deliver(next)
          queue.arrived(next, message)
          if (next.waited) flushed++
        } catch (error) {
          if (life !== context.life) return queue.change(next.client_id, { state: "queued" })
          if (!canContinue(next, error)) return
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
    return context.view.outgoing.filter(({ state, file }) => state === "queued" && !file)
  }

  /** Failed messages stay visible, and can be retried or discarded. */
  function giveUp(): void {
    for (const { client_id } of waiting()) queue.change(client_id, { state: "failed", detail: chatTexts.disconnected })
  }

  /** `unreached` means that the browser is online but the server did not answer. */
  function keepWaiting(unreached: boolean): void {
    const fresh = waiting().filter(({ waited }) => !waited)
    for (const { client_id } of fresh) queue.change(client_id, { waited: true })
    if (fresh.length === 0) return
    waitingToast = unreached
      ? toast(chatTexts.connection, { kind: "error", description: chatTexts.queued })
      : toast(chatTexts.queued)
  }

  /** Returns whether the next message may be sent at once. */
  function canContinue(outgoing: Outgoing, error: unknown): boolean {
    const { status, code, retryAfter } = error instanceof ApiError ? error : { status: 0, code: "", retryAfter: null }
    context.update({ answers: status !== 0 })
    if (!mayPass(status)) {
      queue.change(outgoing.client_id, { state: "failed", detail: explain(error) })
      toast(kindOf(status, code), { kind: "error", description: explain(error) })
      return status !== 401
    }
    const retries = outgoing.retries + (isAttempt(outgoing, status, context.view.connection.state) ? 1 : 0)
    if (retries >= maxRetries) {
      queue.change(outgoing.client_id, { state: "failed", retries, detail: explain(error) })
      toast(chatTexts.sendFailed, { kind: "error", description: explain(error) })
      return true
    }
    queue.change(outgoing.client_id, { state: "queued", retries })
    keepWaiting(status === 0)
    const pause = retryAfter === null ? pauses[Math.min(retries, pauses.length - 1)]! : retryAfter * 1000
    nextTry = setTimeout(() => void pump(), pause)
    return false
  }
}

function kindOf(status: number, code: string): string {
  if (status === 401) return generalTexts.authenticationRequired
  // The text is well-formed but not allowed.
  if (code === "BLOCKED") return chatTexts.sendFailed
  return status === 422 ? chatTexts.validation : chatTexts.other
}

/** A failure while offline does not count as an attempt; an unreachable server does. */
function isAttempt(
  one: Outgoing,
  status: number,
  connection: ConversationContext["view"]["connection"]["state"],
): boolean {
  return one.waited && (isFailure(status) || (status === 0 && connection === "connected"))
}
