import type { ChatMessage } from "#contract/chat.ts"
import { call } from "../api/client.ts"
import { keys } from "../session/keys.ts"

/** A message on its way. What was acknowledged is in the room, and no longer here. */
export interface Outgoing {
  /** Made once: whatever way and however often it is sent, it makes one message. */
  client_id: string
  content: string
  /** When it was written. */
  at: number
  state: "queued" | "sending" | "failed"
  /** How often it failed since it was queued. */
  retries: number
  /** It has waited for a connection. */
  waited: boolean
  /** Why it failed. */
  detail?: string
  file?: OutgoingFile
}

export interface OutgoingFile {
  name: string
  size: number
  isPicture: boolean
  /** Of the bytes, 0 to 1. */
  progress: number
  /** To look at before it is there. */
  preview: string | null
}

export const mostRetries = 3
/** How long a text may wait for its answer, by whatever way it goes; milliseconds. */
export const ackWait = 10_000

/** By HTTP. Throws ApiError. */
export function postText(roomId: number, { content, client_id }: Outgoing): Promise<ChatMessage> {
  const body = { content, chat_room_id: roomId, message_type: "TEXT", client_id }
  return call("POST /chat/messages/", { body, timeout: ackWait })
}

/** Whether what was answered so may be sent again as it is: not reached, too late, too many at once, or trouble of the shop's own. */
export const mayPass = (status: number) => status === 0 || status === 408 || status === 429 || status >= 500

/** Whether it counts as a failure: who is told to wait has not been refused. */
export const isFailure = (status: number) => status !== 0 && status !== 429

const nameOf = (account: string, roomId: number) => `${keys.chatQueue}:${account}:${roomId}`

/** The rooms of an account in which something waits to be sent, or could not be. */
export function roomsWithOutbox(account: string): number[] {
  const beginning = nameOf(account, 0).slice(0, -1)
  return Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? "")
    .filter((name) => name.startsWith(beginning))
    .map((name) => Number(name.slice(beginning.length)))
    .filter((id) => Number.isSafeInteger(id) && id > 0)
}

/** What a reload left behind. Files are not kept: the browser would not give them back. */
export function readOutbox(account: string, roomId: number): Outgoing[] {
  try {
    const kept = JSON.parse(localStorage.getItem(nameOf(account, roomId)) ?? "[]")
    return Array.isArray(kept) ? kept.filter(isOutgoing).map(revived) : []
  } catch {
    return []
  }
}

function revived({ client_id, content, at, state, retries, waited, detail }: Outgoing): Outgoing {
  return { client_id, content, at, state: state === "failed" ? "failed" : "queued", retries, waited, detail }
}

/** Other tabs of the account keep theirs in the same place: only what is named is changed. */
export function keepOutgoing(account: string, roomId: number, one: Outgoing): void {
  if (one.file) return
  rewrite(account, roomId, (kept) => [...kept.filter(({ client_id }) => client_id !== one.client_id), one])
}

export function forgetOutgoing(account: string, roomId: number, clientId: string): void {
  rewrite(account, roomId, (kept) => kept.filter(({ client_id }) => client_id !== clientId))
}

function rewrite(account: string, roomId: number, change: (kept: Outgoing[]) => Outgoing[]): void {
  const name = nameOf(account, roomId)
  const before = readOutbox(account, roomId)
  const next = change(before).sort((a, b) => a.at - b.at)
  try {
    if (next.length > 0) localStorage.setItem(name, JSON.stringify(next))
    else localStorage.removeItem(name)
  } catch {
    // The storage is full: the queue lives as long as the page.
  }
}

function isOutgoing(one: unknown): one is Outgoing {
  const { client_id, content, at } = (one ?? {}) as Partial<Outgoing>
  return typeof client_id === "string" && typeof content === "string" && typeof at === "number"
}
