import type { ChatMessage } from "#contract/chat.ts"
import { call } from "../../platform/api/client.ts"
import { keys } from "../../platform/session/keys.ts"

/** A message that is not acknowledged yet. */
export interface Outgoing {
  /** The idempotency key of the message. */
  client_id: string
  content: string
  /** Time of writing, in milliseconds. */
  at: number
  state: "queued" | "sending" | "failed"
  /** Failed attempts since it was queued. */
  retries: number
  /** True if it had to wait for a connection. */
  waited: boolean
  detail?: string
  /** True if the file itself was refused, so that sending it again is pointless. */
  isRefused?: boolean
  file?: OutgoingFile
}

export interface OutgoingFile {
  name: string
  size: number
  isPicture: boolean
  /** The uploaded share, from 0 to 1. */
  progress: number
  /** URL of the local preview of a picture. */
  preview: string | null
}

export const maxRetries = 3
/** Milliseconds to wait for an acknowledgement. */
export const ackWait = 10_000

/** Sends a text by HTTP. Throws ApiError. */
export function postText(roomId: number, { content, client_id }: Outgoing): Promise<ChatMessage> {
  const body = { content, chat_room_id: roomId, message_type: "TEXT", client_id } as const
  return call("POST /chat/messages/", { body, timeout: ackWait })
}

/** Whether a call with this status is worth a retry. */
export const mayPass = (status: number) => status === 0 || status === 408 || status === 429 || status >= 500

/** Whether a status counts as a failed attempt. A rate limit does not. */
export const isFailure = (status: number) => status !== 0 && status !== 429

const nameOf = (account: string, roomId: number) => `${keys.chatQueue}:${account}:${roomId}`

/** The account's rooms with pending or failed messages. */
export function roomsWithOutbox(account: string): number[] {
  const beginning = nameOf(account, 0).slice(0, -1)
  return Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? "")
    .filter((name) => name.startsWith(beginning))
    .map((name) => Number(name.slice(beginning.length)))
    .filter((id) => Number.isSafeInteger(id) && id > 0)
}

/** Pending messages stored before a reload. Files cannot be stored. */
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

/** Changes only the given message, because other tabs share the storage. */
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
    // If the storage is full, the queue lasts as long as the page.
  }
}

function isOutgoing(one: unknown): one is Outgoing {
  const { client_id, content, at } = (one ?? {}) as Partial<Outgoing>
  return typeof client_id === "string" && typeof content === "string" && typeof at === "number"
}
