import { vi } from "vitest"
import type { ChatMessage } from "#contract/chat.ts"
import { t } from "#contract/t.ts"

/** Fakes the parts of a browser that a conversation needs: timers, sockets, storage and the network state. */
export function fakeBrowser() {
  vi.useFakeTimers()
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" })
  const network = { onLine: true }
  const stored = new Map<string, string>()
  const sockets: FakeSocket[] = []
  class Socket extends FakeSocket {
    constructor(url: string) {
      super(url)
      sockets.push(this)
    }
  }
  vi.stubGlobal("WebSocket", Socket)
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page))
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page))
  vi.stubGlobal("document", page)
  vi.stubGlobal("location", { origin: "https://shop.example" })
  vi.stubGlobal("navigator", network)
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
    key: (at: number) => [...stored.keys()][at] ?? null,
    get length() {
      return stored.size
    },
  })
  return {
    page,
    stored,
    sockets,
    last: () => sockets.at(-1)!,
    goOffline() {
      network.onLine = false
      page.dispatchEvent(new Event("offline"))
    },
    comeOnline() {
      network.onLine = true
      page.dispatchEvent(new Event("online"))
    },
    comeToFront() {
      page.dispatchEvent(new Event("visibilitychange"))
    },
    end() {
      vi.useRealTimers()
      vi.unstubAllGlobals()
    },
  }
}

export class FakeSocket {
  readyState = 0
  sent: Record<string, unknown>[] = []
  closedWith: number | null = null
  onopen = () => {}
  onmessage = (_: { data: string }) => {}
  onclose = (_: { code: number }) => {}
  url: string
  constructor(url: string) {
    this.url = url
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close(code: number) {
    this.closedWith = code
    this.readyState = 3
  }
  open() {
    this.readyState = 1
    this.onopen()
  }
  receive(frame: object) {
    this.onmessage({ data: JSON.stringify(frame) })
  }
  /** Opens the socket and completes the join. */
  arrive(headSeq = 0) {
    this.open()
    this.receive({ type: "history", messages: [], head_seq: headSeq, has_more: false })
  }
  end(code: number) {
    this.readyState = 3
    this.onclose({ code })
  }
}

export function aMessage(id: number, more: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id,
    chat_room_id: 7,
    content: t`message ${id}`,
    sender_id: 2,
    sender_uuid: "0198c0de-0000-7000-8000-000000000002",
    sender_name: "Moritz",
    moderator_id: 2,
    message_type: "TEXT",
    created_at: "2026-11-21T12:00:00.000Z",
    updated_at: "2026-11-21T12:00:00.000Z",
    file_url: null,
    file_name: null,
    file_type: null,
    file_size: null,
    width: null,
    height: null,
    seq: id,
    client_id: null,
    deleted: false,
    ...more,
  }
}
