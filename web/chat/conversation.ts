import type { ChatMessage, ChatRoomDetail, ServerFrame } from "#contract/chat.ts"
import { faultIn, pageSize, tidy } from "#contract/chatText.ts"
import { closeCodes } from "#contract/closeCodes.ts"
import { type Code, statusOf } from "#contract/codes.ts"
import { chatTexts, generalTexts } from "#contract/texts.ts"
import { ApiError, call, explain } from "../api/client.ts"
import { readToken } from "../session/session.ts"
import { randomKey } from "../ui/random.ts"
import { dismiss, toast } from "../ui/toast.tsx"
import { type Connection, type ConnectionStatus, openConnection } from "./connection.ts"
import { faultInFile, isPicture } from "./files.ts"
import {
  forgetOutgoing,
  isFailure,
  keepOutgoing,
  mayPass,
  mostRetries,
  type Outgoing,
  type OutgoingFile,
  readOutbox,
} from "./outbox.ts"
import { applyFrame, emptyRoom, merge, prepend, type RoomState } from "./room.ts"
import { uploadFile } from "./upload.ts"

export interface Person {
  id: number
  uuid: string
  role: string
}

export interface View {
  /** `unavailable`: not there, or not for this person; `failed`: it may be tried again. */
  status: "loading" | "ready" | "failed" | "unavailable"
  /** Why it is not ready. */
  title: string
  detail: string
  code: string | null
  facts: ChatRoomDetail | null
  room: RoomState
  connection: ConnectionStatus
  outgoing: readonly Outgoing[]
  older: "idle" | "loading" | "failed"
  /** The first message that had not been read when this was opened; null once one has answered, or when all was. */
  firstNew: number | null
  /** For somebody who may be in need. */
  help: string | null
  /** The last call reached the server. */
  answers: boolean
}

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

interface Leaving {
  message: ChatMessage
  /** The notice that offers to call it back: for as long as it stands, and it stands while somebody is at it. */
  toast: number
  isSent: boolean
}

const ackWait = 10_000
const sameWithin = 1000
const typingLasts = 3000
const typingAgain = 1500
const lostTyping = 5000
const waits = [2000, 5000, 15_000, 30_000]

const disconnected: ConnectionStatus = { state: "disconnected", unstable: false, refused: null }

export function openConversation(roomId: number, me: Person): Conversation {
  let view: View = {
    status: "loading",
    title: "",
    detail: "",
    code: null,
    facts: null,
    room: emptyRoom,
    connection: disconnected,
    outgoing: [],
    older: "idle",
    firstNew: null,
    help: null,
    answers: true,
  }
  const listeners = new Set<() => void>()
  const acks = new Map<string, { resolve(message: ChatMessage): void; reject(error: unknown): void }>()
  const files = new Map<string, { file: File; abort: AbortController }>()
  /** Taken back, and not yet gone. */
  const leaving = new Map<number, Leaving>()
  const quiet = new Map<number, ReturnType<typeof setTimeout>>()
  let connection: Connection | null = null
  let life = 0
  let pumping = false
  let uploads: Promise<void> = Promise.resolve()
  let nextTry: ReturnType<typeof setTimeout> | undefined
  let last = { content: "", at: 0 }
  let typing = { since: 0, end: undefined as ReturnType<typeof setTimeout> | undefined }
  let readUpTo = 0
  let loading = 0
  let answered = 0
  let loadAgain: ReturnType<typeof setTimeout> | undefined
  let isJoining = false

  return {
    snapshot: () => view,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    start,
    reload: () => void load(),
    reconnect: () => connection?.connect(),
    send,
    attach,
    retry,
    discard,
    loadOlder,
    remove,
    removeSoon,
    flag,
    type,
    seen,
    hideHelp: () => update({ help: null }),
  }

  function update(change: Partial<View>): void {
    view = { ...view, ...change }
    for (const listener of [...listeners]) listener()
  }

  function start(): () => void {
    const mine = ++life
    update({ outgoing: merged(readOutbox(me.uuid, roomId), view.outgoing) })
    addEventListener("online", online)
    addEventListener("pagehide", removeNow)
    void load()
    return () => {
      if (mine === life) life++
      removeEventListener("online", online)
      removeEventListener("pagehide", removeNow)
      removeNow()
      stopTyping()
      connection?.close()
      connection = null
      clearTimeout(nextTry)
      clearTimeout(loadAgain)
      for (const timer of quiet.values()) clearTimeout(timer)
      rejectAcks()
    }
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
        loadAgain = setTimeout(() => void load(), waits[0])
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
    pumpSoon()
  }

  function know(status: ConnectionStatus): void {
    const was = view.connection.state
    const { room } = view
    const left = was === "connected" && status.state !== "connected"
    update({ connection: status, room: left ? { ...room, typing: [] } : room })
    if (left) rejectAcks()
    if (left) isJoining = false
    if (status.state === "connected" && was !== "connected") tellRead()
    if (status.refused === closeCodes.forbidden) failWaiting()
    // What waits goes out once everything that was missed is known: some of it may have arrived.
    if (status.state === "connected" && was !== "connected") setTimeout(pumpSoon)
  }

  function hear(frame: ServerFrame): void {
    if (frame.type === "error") {
      hearError(frame)
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
    if (frame.type === "delete") leaving.delete(frame.message_id)
    if (frame.type === "history") {
      isJoining = false
      for (const { id, deleted } of frame.messages) if (deleted) leaving.delete(id)
    }
    if (frame.type === "typing") expire(frame.user_id, frame.is_typing)
    if (frame.type === "create") forgetArrived([frame.message])
    if (frame.type === "history") forgetArrived(frame.messages.filter((one): one is ChatMessage => !one.deleted))
  }

  function hearError({ client_id, code, detail, retry_after }: Extract<ServerFrame, { type: "error" }>): void {
    const ack = client_id ? acks.get(client_id) : undefined
    if (ack) ack.reject(new ApiError(statusOf[code as Code] ?? 500, { detail, code }, retry_after ?? null))
    else if (code !== "RATE_LIMITED") toast(chatTexts.other, { kind: "error", description: detail })
  }

  /** Nobody types for ever, even if the end of it was lost. */
  function expire(userId: number, isTyping: boolean): void {
    clearTimeout(quiet.get(userId))
    if (!isTyping) return
    const end = () => hear({ type: "typing", user_id: userId, is_typing: false })
    quiet.set(userId, setTimeout(end, lostTyping))
  }

  function send(text: string): string | null {
    const content = tidy(text)
    const fault = whoFails() ?? faultIn(content)
    if (fault) return fault
    const now = Date.now()
    // A double click is one wish.
    if (content === last.content && now - last.at < sameWithin) return null
    last = { content, at: now }
    stopTyping()
    update({ firstNew: null })
    add({ client_id: randomKey(), content, at: now, state: "queued", retries: 0, waited: false })
    void pump()
    return null
  }

  /** Whose message it would be has to be known. */
  function whoFails(): string | null {
    if (!readToken()) return chatTexts.loginToSend
    return me.id > 0 && me.uuid ? null : chatTexts.userMissing
  }

  function add(one: Outgoing): void {
    update({ outgoing: merged(view.outgoing, [one]) })
    keepOutgoing(me.uuid, roomId, one)
  }

  function change(clientId: string, by: Partial<Outgoing>): void {
    const outgoing = view.outgoing.map((one) => (one.client_id === clientId ? { ...one, ...by } : one))
    const one = outgoing.find(({ client_id }) => client_id === clientId)
    if (!one) return
    update({ outgoing })
    keepOutgoing(me.uuid, roomId, one)
  }

  function take(clientId: string): void {
    const one = view.outgoing.find(({ client_id }) => client_id === clientId)
    if (!one) return
    if (one.file?.preview) URL.revokeObjectURL(one.file.preview)
    files.delete(clientId)
    forgetOutgoing(me.uuid, roomId, clientId)
    update({ outgoing: view.outgoing.filter(({ client_id }) => client_id !== clientId) })
  }

  /** Sent by whatever way, or in another tab. */
  function forgetArrived(messages: readonly ChatMessage[]): void {
    for (const message of messages) {
      const { sender_id, client_id } = message
      if (sender_id !== me.id || !client_id) continue
      acks.get(client_id)?.resolve(message)
      take(client_id)
    }
  }

  function online(): void {
    if (view.status === "failed") void load()
    else pumpSoon()
  }

  function pumpSoon(): void {
    clearTimeout(nextTry)
    void pump()
  }

  /** One after the other, so that they arrive in the order in which they were written. */
  async function pump(): Promise<void> {
    if (pumping || view.status !== "ready") return
    pumping = true
    const mine = life
    let flushed = 0
    try {
      for (let one = waiting(); one && mine === life; one = waiting()) {
        const isOut = !navigator.onLine || view.connection.refused !== null
        if (isOut) return keepWaiting(false)
        change(one.client_id, { state: "sending" })
        try {
          const message = await deliver(one)
          arrived(one, message)
          if (one.waited) flushed++
        } catch (error) {
          if (mine !== life) return change(one.client_id, { state: "queued" })
          if (!goesOn(one, error)) return
        }
      }
    } finally {
      pumping = false
      if (flushed > 0) toast(chatTexts.sentQueued(flushed), { kind: "success" })
    }
  }

  function waiting(): Outgoing | undefined {
    return view.outgoing.find(({ state, file }) => state === "queued" && !file)
  }

  /** Who is not let in any more waits for nothing: it stays in sight, to be sent after all should that change, or given up. */
  function failWaiting(): void {
    for (const { client_id, state, file } of view.outgoing) {
      if (state === "queued" && !file) change(client_id, { state: "failed", detail: chatTexts.disconnected })
    }
  }

  /** `unreached`: there is a network, and the shop did not answer. */
  function keepWaiting(unreached: boolean): void {
    const fresh = view.outgoing.filter(({ state, waited, file }) => state === "queued" && !waited && !file)
    for (const { client_id } of fresh) change(client_id, { waited: true })
    if (fresh.length === 0) return
    if (unreached) toast(chatTexts.connection, { kind: "error", description: chatTexts.queued })
    else toast(chatTexts.queued)
  }

  function arrived(one: Outgoing, message: ChatMessage & { help?: string }): void {
    update({ room: merge(view.room, [message]), answers: true, ...(message.help ? { help: message.help } : {}) })
    take(one.client_id)
  }

  async function deliver(one: Outgoing): Promise<ChatMessage> {
    try {
      const message = await bySocket(one)
      if (message) return message
    } catch (error) {
      if (error instanceof ApiError) throw error
      // Not answered, or cut off: it may have arrived. The other way brings it, or says that it has.
    }
    const body = { content: one.content, chat_room_id: roomId, message_type: "TEXT", client_id: one.client_id }
    return call<ChatMessage>("POST /chat/messages/", { body, timeout: ackWait })
  }

  /** Null: the socket cannot take it now. */
  function bySocket({ client_id, content }: Outgoing): Promise<ChatMessage> | null {
    const frame = { type: "create", message: content, chat_room_id: roomId, client_id }
    if (!connection?.send(frame)) return null
    return new Promise<ChatMessage>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error("not answered")), ackWait)
      acks.set(client_id, {
        resolve: (message) => settle(() => resolve(message)),
        reject: (error) => settle(() => reject(error)),
      })
      const settle = (end: () => void) => {
        clearTimeout(late)
        acks.delete(client_id)
        end()
      }
    }).finally(() => acks.delete(client_id))
  }

  function rejectAcks(): void {
    for (const ack of [...acks.values()]) ack.reject(new Error("cut off"))
  }

  /** Whether the next one may be tried at once. */
  function goesOn(one: Outgoing, error: unknown): boolean {
    const { status, retryAfter } = error instanceof ApiError ? error : { status: 0, retryAfter: null }
    update({ answers: status !== 0 })
    if (!mayPass(status)) {
      change(one.client_id, { state: "failed", detail: explain(error) })
      toast(kindOf(status), { kind: "error", description: explain(error) })
      return status !== 401
    }
    // Without a network nothing was really tried; with one, a shop that cannot be reached has failed.
    const counts = one.waited && (isFailure(status) || (status === 0 && view.connection.state === "connected"))
    const retries = one.retries + (counts ? 1 : 0)
    if (retries >= mostRetries) {
      change(one.client_id, { state: "failed", retries, detail: explain(error) })
      toast(chatTexts.sendFailed, { kind: "error", description: explain(error) })
      return true
    }
    change(one.client_id, { state: "queued", retries })
    keepWaiting(status === 0)
    const pause = retryAfter === null ? waits[Math.min(retries, waits.length - 1)]! : retryAfter * 1000
    nextTry = setTimeout(() => void pump(), pause)
    return false
  }

  function attach(file: File | undefined): string | null {
    const fault = whoFails() ?? faultInFile(file)
    if (fault || !file) return fault
    const one: OutgoingFile = {
      name: file.name,
      size: file.size,
      isPicture: isPicture(file),
      progress: 0,
      preview: isPicture(file) ? URL.createObjectURL(file) : null,
    }
    const clientId = randomKey()
    files.set(clientId, { file, abort: new AbortController() })
    add({
      client_id: clientId,
      content: "",
      at: Date.now(),
      state: "sending",
      retries: 0,
      waited: false,
      file: one,
    })
    uploadInTurn(clientId)
    return null
  }

  /** One after the other, so that they arrive in the order in which they were chosen. */
  function uploadInTurn(clientId: string): void {
    uploads = uploads.then(() => upload(clientId))
  }

  async function upload(clientId: string): Promise<void> {
    const kept = files.get(clientId)
    const one = view.outgoing.find(({ client_id }) => client_id === clientId)
    if (!kept || !one?.file) return
    addEventListener("beforeunload", holdBack)
    const { file } = one
    const progress = (share: number) => change(clientId, { file: { ...file, progress: share } })
    change(clientId, { state: "sending", file: { ...file, progress: 0 }, detail: undefined })
    try {
      const message = await uploadFile({ roomId, file: kept.file, clientId, progress, signal: kept.abort.signal })
      arrived(one, message)
    } catch (error) {
      if (kept.abort.signal.aborted) return
      change(clientId, { state: "failed", detail: explain(error) })
      toast(chatTexts.uploadFailed, { kind: "error", description: explain(error) })
    } finally {
      removeEventListener("beforeunload", holdBack)
    }
  }

  /** A reload would lose it: a browser does not give a file back. */
  function holdBack(event: Event): void {
    event.preventDefault()
  }

  function retry(clientId: string): void {
    if (files.has(clientId)) {
      change(clientId, { state: "sending", detail: undefined })
      uploadInTurn(clientId)
      return
    }
    change(clientId, { state: "queued", retries: 0, waited: false, detail: undefined })
    pumpSoon()
  }

  function discard(clientId: string): void {
    files.get(clientId)?.abort.abort()
    take(clientId)
  }

  async function loadOlder(): Promise<void> {
    const oldest = view.room.messages[0]
    if (!oldest || view.older === "loading") return
    update({ older: "loading" })
    try {
      const path = `GET /chat/rooms/${roomId}/messages?before_id=${oldest.id}&limit=${pageSize}`
      const page = await call<ChatMessage[]>(path)
      update({ older: "idle", room: prepend(view.room, page, page.length === pageSize) })
    } catch (error) {
      update({ older: "failed" })
      toast(chatTexts.loadMoreFailed, { kind: "error", description: explain(error) })
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

  function removeSoon(id: number): void {
    const message = view.room.messages.find((one) => one.id === id)
    if (!message) return
    update({ room: merge(view.room, [{ id, seq: message.seq, deleted: true }]) })
    const action = { label: "Undo", run: () => callBack(id) }
    const gone = () => removeHeld(id)
    leaving.set(id, { message, isSent: false, toast: toast(chatTexts.deleted, { kind: "success", action, gone }) })
  }

  function callBack(id: number): void {
    const held = leaving.get(id)
    if (!held) return
    leaving.delete(id)
    const gone = new Set(view.room.gone)
    gone.delete(id)
    update({ room: merge({ ...view.room, gone }, [held.message]) })
  }

  function removeHeld(id: number): void {
    const held = leaving.get(id)
    if (!held || held.isSent) return
    held.isSent = true
    dismiss(held.toast)
    call(`DELETE /chat/messages/${id}`, { keepalive: true }).then(
      () => void leaving.delete(id),
      (error) => {
        callBack(id)
        toast(chatTexts.deleteFailed, { kind: "error", description: explain(error) })
      },
    )
  }

  /** Whoever leaves has no second thoughts. */
  function removeNow(): void {
    for (const id of [...leaving.keys()]) removeHeld(id)
  }

  async function flag(id: number, flagged: boolean): Promise<void> {
    try {
      const message = await call<ChatMessage>(`PATCH /chat/messages/${id}/flag`, { body: { flagged }, timeout: 5000 })
      update({ room: merge(view.room, [message]) })
    } catch (error) {
      toast(chatTexts.flagFailed, { kind: "error", description: explain(error) })
    }
  }

  function type(): void {
    const now = Date.now()
    clearTimeout(typing.end)
    typing.end = setTimeout(stopTyping, typingLasts)
    if (now - typing.since < typingAgain) return
    typing.since = now
    connection?.send({ type: "typing", is_typing: true })
  }

  function stopTyping(): void {
    clearTimeout(typing.end)
    if (typing.since > 0) connection?.send({ type: "typing", is_typing: false })
    typing = { since: 0, end: undefined }
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

/** What kind of trouble it is. */
function kindOf(status: number): string {
  if (status === 401) return generalTexts.authenticationRequired
  return status === 422 ? chatTexts.validation : chatTexts.other
}

/** By `client_id`, in the order in which they were written. */
function merged(first: readonly Outgoing[], then: readonly Outgoing[]): Outgoing[] {
  const all = new Map([...first, ...then].map((one) => [one.client_id, one]))
  return [...all.values()].sort((a, b) => a.at - b.at)
}
