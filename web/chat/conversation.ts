import type { ChatMessage, ChatRoomDetail, ServerFrame } from "#contract/chat.ts"
import { closeCodes } from "#contract/closeCodes.ts"
import { pageSize } from "#contract/messageRules.ts"
import { chatTexts } from "#contract/texts.ts"
import { ApiError, call, explain } from "../api/client.ts"
import { readToken } from "../session/session.ts"
import { toast } from "../ui/toast.tsx"
import { createAttaching } from "./attaching.ts"
import { type Connection, type ConnectionStatus, openConnection } from "./connection.ts"
import { mayPass } from "./outbox.ts"
import { createQueue } from "./queue.ts"
import { applyFrame, emptyRoom, merge, prepend, type RoomState } from "./room.ts"
import { createSending } from "./sending.ts"
import { createTakingBack } from "./takingBack.ts"
import { createTyping } from "./typing.ts"
import type { Person, Talk, View } from "./view.ts"

export type { Person, View }

/** One room as one person sees it: what was said, what is on its way, and everything that can be done. */
export interface Conversation {
  snapshot(): View
  subscribe(listener: () => void): () => void
  /** Loads and connects; returns the way to end it. */
  start(): () => void
  reload(): void
  reconnect(): void
  /** Returns why it cannot be sent, or null. */
  send(text: string): string | null
  attach(file: File | undefined): string | null
  retry(clientId: string): void
  discard(clientId: string): void
  loadOlder(): Promise<void>
  /** Takes an own message back; whether it is gone. */
  remove(id: number): Promise<boolean>
  /** The same, and it can be called back while its notice stands. */
  removeSoon(id: number): void
  flag(id: number, flagged: boolean): Promise<void>
  /** Something is being written. */
  type(): void
  /** Everything up to this message is read. */
  seen(id: number): void
  hideHelp(): void
}

/** After an answer about a room that is on the screen has failed; milliseconds. */
const loadAgainAfter = 2000

const firstView: View = {
  status: "loading",
  title: "",
  detail: "",
  code: null,
  facts: null,
  room: emptyRoom,
  connection: { state: "disconnected", unstable: false, refused: null },
  outgoing: [],
  older: "idle",
  firstNew: null,
  help: null,
  answers: true,
}

export function openConversation(roomId: number, me: Person): Conversation {
  let view = firstView
  const listeners = new Set<() => void>()
  let connection: Connection | null = null
  let life = 0
  let readUpTo = 0
  let loading = 0
  let answered = 0
  let loadAgain: ReturnType<typeof setTimeout> | undefined
  let isJoining = false

  const talk: Talk = {
    roomId,
    me,
    get view() {
      return view
    },
    get life() {
      return life
    },
    update,
    tell: (frame) => connection?.send(frame) ?? false,
  }
  const queue = createQueue(talk, (clientId) => attaching.forget(clientId))
  const typing = createTyping(talk)
  const takingBack = createTakingBack(talk)
  const attaching = createAttaching(talk, queue)
  const sending = createSending(talk, queue, () => {
    typing.stop()
    update({ firstNew: null })
  })

  return {
    snapshot: () => view,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    start,
    reload: () => void load(),
    reconnect: () => connection?.connect(),
    send: (text) => whoFails(me) ?? sending.send(text),
    attach: (file) => whoFails(me) ?? attaching.attach(file),
    retry: (clientId) => void (attaching.retry(clientId) || sending.retry(clientId)),
    discard: (clientId) => {
      attaching.abort(clientId)
      queue.take(clientId)
    },
    loadOlder,
    remove,
    removeSoon: takingBack.takeBack,
    flag,
    type: typing.type,
    seen,
    hideHelp: () => update({ help: null }),
  }

  function update(change: Partial<View>): void {
    view = { ...view, ...change }
    for (const listener of [...listeners]) listener()
  }

  function start(): () => void {
    const mine = ++life
    queue.load()
    addEventListener("online", online)
    addEventListener("pagehide", takingBack.finish)
    void load()
    return () => {
      if (mine === life) life++
      removeEventListener("online", online)
      removeEventListener("pagehide", takingBack.finish)
      takingBack.finish()
      typing.close()
      connection?.close()
      connection = null
      clearTimeout(loadAgain)
      sending.stop()
    }
  }

  function online(): void {
    if (view.status === "failed") void load()
    else sending.hurry()
  }

  async function load(): Promise<void> {
    const mine = life
    const turn = ++loading
    clearTimeout(loadAgain)
    if (view.status !== "ready") update({ status: "loading" })
    try {
      const facts = await call<ChatRoomDetail>(`GET /chat/rooms/${roomId}`)
      // An answer that was overtaken by a later question may be from before it.
      if (mine !== life || turn !== loading) return
      answered = turn
      begin(facts)
    } catch (error) {
      if (mine !== life || turn !== loading) return
      answered = turn
      const { status, code } = error instanceof ApiError ? error : { status: 0, code: "" }
      // What is on the screen goes on; only what has changed about the room is not known yet.
      if (view.status === "ready" && mayPass(status)) {
        update({ answers: status !== 0 })
        loadAgain = setTimeout(() => void load(), loadAgainAfter)
        return
      }
      const isGone = status === 403 || status === 404 || status === 422
      const title = isGone ? chatTexts.roomLoadFailed : status === 0 ? chatTexts.fetchFailed : chatTexts.loadFailed
      update({ status: isGone ? "unavailable" : "failed", title, detail: explain(error), code, answers: status !== 0 })
    }
  }

  function begin(facts: ChatRoomDetail): void {
    const other = me.id === facts.user_id ? facts.moderator_id : facts.user_id
    readUpTo = Math.max(readUpTo, facts.last_read_message_id)
    if (view.room.cursor === null) {
      const room: RoomState = {
        ...emptyRoom,
        messages: facts.messages,
        cursor: facts.head_seq,
        hasMore: facts.has_more,
        reads: other === null ? {} : { [other]: facts.other_read_message_id },
        online: other === null ? {} : { [other]: facts.other_online },
      }
      const at = facts.messages.findIndex(({ id, sender_id }) => id > readUpTo && sender_id !== me.id)
      update({ room, firstNew: at > 0 ? facts.messages[at]!.id : null })
    } else if (other !== null) {
      const reads = { ...view.room.reads, [other]: Math.max(view.room.reads[other] ?? 0, facts.other_read_message_id) }
      // What the socket says is newer than an answer that was on its way meanwhile.
      const told = view.connection.state === "connected" ? view.room.online[other] : undefined
      update({ room: { ...view.room, reads, online: { ...view.room.online, [other]: told ?? facts.other_online } } })
    }
    update({ status: "ready", facts, answers: true })
    forgetArrived(facts.messages)
    connection ??= openConnection({
      roomId,
      user: me,
      token: readToken,
      cursor: () => view.room.cursor,
      frame: hear,
      status: know,
    })
    tellRead()
    sending.hurry()
  }

  function know(status: ConnectionStatus): void {
    const was = view.connection.state
    const { room } = view
    const left = was === "connected" && status.state !== "connected"
    update({ connection: status, room: left ? { ...room, typing: [] } : room })
    if (left) sending.cutOff()
    if (left) isJoining = false
    if (status.state === "connected" && was !== "connected") tellRead()
    if (status.refused === closeCodes.forbidden) sending.giveUp()
    // What waits goes out once everything that was missed is known: some of it may have arrived.
    if (status.state === "connected" && was !== "connected") setTimeout(sending.hurry)
  }

  function hear(frame: ServerFrame): void {
    if (frame.type === "error") {
      const isAnswer = sending.refuse(frame)
      if (isAnswer || frame.code === "RATE_LIMITED") return
      toast(chatTexts.other, { kind: "error", description: frame.detail })
      return
    }
    if (frame.type === "help") {
      update({ help: frame.detail })
      return
    }
    if (frame.type === "room") {
      const { moderator_id, frozen } = view.facts!
      const isNews = frame.moderator_id !== moderator_id || frame.frozen !== frozen
      // What is being asked may have been answered before this.
      if (isNews || answered < loading) void load()
      return
    }
    const { state, gap } = applyFrame(view.room, frame)
    if (gap) {
      // One answer brings everything, however much of it comes meanwhile.
      if (!isJoining) connection?.join()
      isJoining = true
      return
    }
    if (state !== view.room) update({ room: state })
    if (frame.type === "delete") takingBack.isGone(frame.message_id)
    if (frame.type === "history") {
      isJoining = false
      for (const { id, deleted } of frame.messages) if (deleted) takingBack.isGone(id)
    }
    if (frame.type === "typing") {
      const { user_id, is_typing } = frame
      typing.hear(user_id, is_typing, () => hear({ type: "typing", user_id, is_typing: false }))
    }
    if (frame.type === "create") forgetArrived([frame.message])
    if (frame.type === "history") forgetArrived(frame.messages.filter((one): one is ChatMessage => !one.deleted))
  }

  /** Sent by whatever way, or in another tab. */
  function forgetArrived(messages: readonly ChatMessage[]): void {
    for (const message of messages) {
      const { sender_id, client_id } = message
      if (sender_id !== me.id || !client_id) continue
      sending.acknowledge(client_id, message)
      queue.take(client_id)
    }
  }

  async function loadOlder(): Promise<void> {
    const oldest = view.room.messages[0]
    if (!oldest || view.older === "loading") return
    update({ older: "loading" })
    try {
      const path = `GET /chat/rooms/${roomId}/messages?before_id=${oldest.id}&limit=${pageSize}`
      const page = await call<ChatMessage[]>(path)
      update({ older: "idle", room: prepend(view.room, page, page.length === pageSize) })
    } catch {
      update({ older: "failed" })
    }
  }

  async function remove(id: number): Promise<boolean> {
    try {
      await call(`DELETE /chat/messages/${id}`)
      const known = view.room.messages.find((one) => one.id === id)
      if (known) update({ room: merge(view.room, [{ id, seq: known.seq, deleted: true }]) })
      toast(chatTexts.deleted, { kind: "success" })
      return true
    } catch (error) {
      toast(chatTexts.deleteFailed, { kind: "error", description: explain(error) })
      return false
    }
  }

  async function flag(id: number, flagged: boolean): Promise<void> {
    try {
      const message = await call<ChatMessage>(`PATCH /chat/messages/${id}/flag`, { body: { flagged }, timeout: 5000 })
      update({ room: merge(view.room, [message]) })
    } catch (error) {
      toast(chatTexts.flagFailed, { kind: "error", description: explain(error) })
    }
  }

  function seen(id: number): void {
    if (id <= readUpTo || view.status !== "ready") return
    readUpTo = id
    tellRead()
  }

  /** Told again with every connection until the server has it: the last one may have been dead already. */
  function tellRead(): void {
    const known = Math.max(view.facts?.last_read_message_id ?? 0, view.room.reads[me.id] ?? 0)
    if (readUpTo <= known || connection?.send({ type: "read", last_message_id: readUpTo })) return
    call(`POST /chat/rooms/${roomId}/read`, { body: { last_message_id: readUpTo } }).catch(() => undefined)
  }
}

/** Whose message it would be has to be known. */
function whoFails(me: Person): string | null {
  if (!readToken()) return chatTexts.loginToSend
  return me.id > 0 && me.uuid ? null : chatTexts.userMissing
}
