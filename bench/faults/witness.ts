import WebSocket from "ws"
import type { ServerFrame } from "#contract/chat.ts"
import type { TestPerson } from "#test/shop.ts"
import type { SocketLog } from "./browser.ts"
import { type Node, pause } from "./servers.ts"

/** A minimal chat client connected to one node or a proxy, which uses the contract and none of the product's code. */
export interface Witness {
  readonly sockets: SocketLog[]
  /** Received messages by id, without deleted ones. */
  readonly known: ReadonlyMap<number, { content: string; seq: number }>
  readonly cursor: number | null
  readonly isIn: boolean
  /** Sends a frame. Returns false without a socket. */
  say(frame: object): boolean
  /** Resolves with the message's id, or with null if it was refused or not answered. */
  create(content: string, clientId: string): Promise<number | null>
  /** Reconnects after the server has refused it. */
  comeBack(): void
  close(): void
}

/** Milliseconds, as in docs/chat-protocol.md for clients that cannot see the server's pings. */
const pingEvery = 15_000
const silence = 10_000

/** With `pings`, the client notices a dead connection as a browser does. */
export function openWitness(
  node: Pick<Node, "url" | "isUp">,
  person: Pick<TestPerson, "id" | "token">,
  roomId: number,
  { pings = false } = {},
): Witness {
  const sockets: SocketLog[] = []
  const known = new Map<number, { content: string; seq: number }>()
  const waiting = new Map<string, (id: number | null) => void>()
  let cursor: number | null = null
  let ws: WebSocket | null = null
  let isIn = false
  let ended = false
  /** True if it was asked to reconnect before its last socket was closed. */
  let returns = false
  void connect()
  return {
    sockets,
    known,
    get cursor() {
      return cursor
    },
    get isIn() {
      return isIn
    },
    say,
    create,
    comeBack: () => {
      if (ws) returns = true
      else void connect()
    },
    close: () => {
      ended = true
      ws?.terminate()
    },
  }

  async function connect(): Promise<void> {
    if (ended || ws) return
    if (!node.isUp) {
      await pause(100)
      return connect()
    }
    const log: SocketLog = { openedAt: performance.now(), frames: [], left: false, code: null, closedAt: 0 }
    sockets.push(log)
    const mine = new WebSocket(`${node.url.replace("http", "ws")}/api/chat/ws/${roomId}/${person.id}`, {
      handshakeTimeout: silence,
    })
    ws = mine
    let heard = 0
    const beat = setInterval(() => {
      if (!pings) return
      const asked = performance.now()
      say({ type: "ping" })
      setTimeout(() => heard < asked && mine.terminate(), silence)
    }, pingEvery)
    mine.on("error", () => {})
    mine.on("open", () => {
      say({ type: "identify", access_token: person.token })
      say({ type: "join", last_seq: cursor ?? 0 })
    })
    mine.on("message", (data) => {
      heard = performance.now()
      const frame: ServerFrame = JSON.parse(String(data))
      log.frames.push({ at: performance.now(), frame })
      hear(frame)
    })
    mine.on("close", async (code) => {
      clearInterval(beat)
      log.code = code
      log.closedAt = performance.now()
      ws = null
      isIn = false
      for (const answer of waiting.values()) answer(null)
      const isTurnedAway = code === 1000 || code === 4401 || code === 4403
      if (isTurnedAway && !returns) return
      returns = false
      await pause(code === 1011 || code === 4429 ? 1000 : 50)
      void connect()
    })
  }

  function hear(frame: ServerFrame): void {
    if (frame.type === "history") {
      for (const one of frame.messages) put(one)
      cursor = frame.head_seq
      isIn = isIn || !frame.has_more
    } else if (frame.type === "create" || frame.type === "update") {
      put(frame.message)
      move(frame.seq)
      if (frame.type === "create" && frame.client_id) waiting.get(frame.client_id)?.(frame.message.id)
    } else if (frame.type === "delete") {
      put({ id: frame.message_id, seq: frame.seq, deleted: true })
      move(frame.seq)
    } else if (frame.type === "error" && frame.client_id) waiting.get(frame.client_id)?.(null)
  }

  function put(change: { id: number; seq: number; deleted: boolean; content?: string }): void {
    if (
      (known.get(change.id)?.seq ?? 0) > change.seq ||
      (cursor !== null && change.seq < cursor && !known.has(change.id))
    )
      return
    if (change.deleted) known.delete(change.id)
    else known.set(change.id, { content: change.content!, seq: change.seq })
  }

  function move(seq: number): void {
    cursor = Math.max(cursor ?? 0, seq)
  }

  function say(frame: object): boolean {
    if (ws?.readyState !== WebSocket.OPEN) return false
    ws.send(JSON.stringify(frame), () => {})
    return true
  }

  async function create(content: string, clientId: string): Promise<number | null> {
    if (!isIn || !say({ type: "create", message: content, client_id: clientId })) return null
    return new Promise((resolve) => {
      const settle = (id: number | null) => {
        clearTimeout(late)
        waiting.delete(clientId)
        resolve(id)
      }
      const late = setTimeout(() => settle(null), 5000)
      waiting.set(clientId, settle)
    })
  }
}
