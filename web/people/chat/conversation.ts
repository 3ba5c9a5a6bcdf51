import type { ServerFrame } from "#contract/chat.ts"
import { chatTexts } from "#contract/memberText.ts"
import { readToken } from "../../platform/session/session.ts"
import { toast } from "../../platform/ui/toast.tsx"
import { createAttaching } from "./attaching.ts"
import { type Connection, openConnection } from "./connection.ts"
import { type ConversationEvent, type Effect, type ErrorFrame, firstState, transition } from "./conversationState.ts"
import { createQueue } from "./queue.ts"
import { createRoomCalls } from "./roomCalls.ts"
import { createSending } from "./sending.ts"
import { createTyping } from "./typing.ts"
import { createUndoDelete } from "./undoDelete.ts"
import type { ConversationContext, Person, View } from "./view.ts"

export type { Person, View }

/** One room as one person sees it: its messages, what is being sent, and all actions. */
export interface Conversation {
  snapshot(): View
  subscribe(listener: () => void): () => void
  /** Loads the room and connects. Returns a function that ends the conversation. */
  start(): () => void
  reload(): void
  reconnect(): void
  /** Returns why the text cannot be sent, or null. */
  send(text: string): string | null
  attach(file: File | undefined): string | null
  retry(clientId: string): void
  discard(clientId: string): void
  loadOlder(): Promise<void>
  /** Deletes an own message. Resolves with whether it is gone. */
  remove(id: number): Promise<boolean>
  /** Deletes an own message like `remove`, but offers to undo it while the toast is shown. */
  removeSoon(id: number): void
  flag(id: number, flagged: boolean): Promise<void>
  /** Reports a keystroke. */
  type(): void
  /** Marks everything up to this message as read. */
  seen(id: number): void
  hideHelp(): void
}

/** Milliseconds until the room is requested again, if a request failed while the room is on the screen. */
const reloadAfter = 2000

/** Milliseconds until a read mark that the server has not confirmed is sent again. */
const confirmedAfter = 10_000

/** `transition` decides what follows an event. This runs the effects, and connects the parts of a conversation. */
export function openConversation(roomId: number, me: Person): Conversation {
  let state = firstState(me.id)
  const listeners = new Set<() => void>()
  let connection: Connection | null = null
  let life = 0
  let reload: ReturnType<typeof setTimeout> | undefined
  let markDue: ReturnType<typeof setTimeout> | undefined

  const context: ConversationContext = {
    roomId,
    me,
    get view() {
      return state.view
    },
    get life() {
      return life
    },
    update: (change) => dispatch({ type: "view", change }),
    send: (frame) => connection?.send(frame) ?? false,
  }
  const calls = createRoomCalls(context, dispatch)
  const queue = createQueue(context, (clientId) => attaching.forget(clientId))
  const typing = createTyping(context)
  const undoDelete = createUndoDelete(context)
  const attaching = createAttaching(context, queue)
  const sending = createSending(context, queue, () => {
    typing.stop()
    context.update({ firstNew: null })
  })

  return {
    snapshot: () => state.view,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    start,
    reload: load,
    reconnect: () => connection?.connect(),
    send: (text) => whoFails(me) ?? sending.send(text),
    attach: (file) => {
      const fault = whoFails(me) ?? attaching.attach(file)
      if (fault === null) sending.attached()
      return fault
    },
    retry: (clientId) => void (attaching.retry(clientId) || sending.retry(clientId)),
    discard: (clientId) => {
      attaching.abort(clientId)
      queue.take(clientId)
    },
    loadOlder: calls.loadOlder,
    remove: calls.remove,
    removeSoon: undoDelete.remove,
    flag: calls.flag,
    type: typing.type,
    seen: (messageId) => dispatch({ type: "seen", messageId }),
    hideHelp: () => context.update({ help: null }),
  }

  /** An effect may dispatch another event, which must see the new state. */
  function dispatch(event: ConversationEvent): void {
    const { view } = state
    const next = transition(state, event)
    state = next.state
    if (state.view !== view) for (const listener of [...listeners]) listener()
    for (const effect of next.effects) run(effect)
  }

  function run(effect: Effect): void {
    if (effect.type === "fetchRoom") {
      clearTimeout(reload)
      void calls.fetchRoom(effect.request)
    } else if (effect.type === "reloadLater") reload = setTimeout(load, reloadAfter)
    else if (effect.type === "connect") connection ??= connect(context, dispatch)
    else if (effect.type === "join") connection?.join()
    else if (effect.type === "markRead") {
      calls.markRead(effect.messageId)
      clearTimeout(markDue)
      markDue = setTimeout(() => dispatch({ type: "markDue" }), confirmedAfter)
    } else if (effect.type === "deleted") undoDelete.isGone(effect.messageId)
    else if (effect.type === "typing") showTyping(effect.userId, effect.isTyping)
    else if (effect.type === "error") showError(effect.frame, sending.refuse(effect.frame))
    else if (effect.type === "cutOff") sending.cutOff()
    else if (effect.type === "giveUp") sending.giveUp()
    else if (effect.type === "arrived") {
      sending.acknowledge(effect.clientId, effect.message)
      queue.take(effect.clientId)
    } else if (effect.afterHistory) setTimeout(sending.hurry)
    else sending.hurry()
  }

  function start(): () => void {
    const mine = ++life
    queue.load()
    addEventListener("online", online)
    addEventListener("pagehide", undoDelete.finish)
    load()
    return () => {
      if (mine === life) life++
      removeEventListener("online", online)
      removeEventListener("pagehide", undoDelete.finish)
      undoDelete.finish()
      typing.close()
      connection?.close()
      connection = null
      clearTimeout(reload)
      clearTimeout(markDue)
      sending.stop()
    }
  }

  function load(): void {
    dispatch({ type: "load" })
  }

  function online(): void {
    if (state.view.status === "failed") load()
    else sending.hurry()
  }

  function showTyping(userId: number, isTyping: boolean): void {
    const end: ServerFrame = { type: "typing", user_id: userId, is_typing: false }
    typing.receive(userId, isTyping, () => dispatch({ type: "frame", frame: end }))
  }
}

function connect(context: ConversationContext, dispatch: (event: ConversationEvent) => void): Connection {
  return openConnection({
    roomId: context.roomId,
    user: context.me,
    token: readToken,
    cursor: () => context.view.room.cursor,
    frame: (frame) => dispatch({ type: "frame", frame }),
    status: (status) => dispatch({ type: "status", status }),
  })
}

/** With `isAnswer`, the message that the error answers already shows it. */
function showError({ code, detail }: ErrorFrame, isAnswer: boolean): void {
  if (!isAnswer && code !== "RATE_LIMITED") toast(chatTexts.other, { kind: "error", description: detail })
}

/** A message can be stored only if its sender is known. */
function whoFails(me: Person): string | null {
  if (!readToken()) return chatTexts.loginToSend
  return me.id > 0 && me.uuid ? null : chatTexts.userMissing
}
