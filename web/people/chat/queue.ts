import type { ChatMessage } from "#contract/chat.ts"
import { forgetOutgoing, keepOutgoing, type Outgoing, readOutbox } from "./outbox.ts"
import { merge } from "./room.ts"
import type { ConversationContext } from "./view.ts"

/** A conversation's pending messages, which are shown and, except for files, kept in local storage. */
export interface Queue {
  /** Loads the messages that a reload left pending. */
  load(): void
  add(one: Outgoing): void
  find(clientId: string): Outgoing | undefined
  change(clientId: string, by: Partial<Outgoing>): void
  take(clientId: string): void
  /** Called with the stored message once the server has acknowledged it. */
  arrived(one: Outgoing, message: ChatMessage & { help?: string }): void
}

/** Calls `taken` with each message that leaves the queue. */
export function createQueue(context: ConversationContext, taken: (clientId: string) => void): Queue {
  const { roomId, me } = context
  return { load, add, find, change, take, arrived }

  function load(): void {
    context.update({ outgoing: merged(readOutbox(me.uuid, roomId), context.view.outgoing) })
  }

  function add(one: Outgoing): void {
    context.update({ outgoing: merged(context.view.outgoing, [one]) })
    keepOutgoing(me.uuid, roomId, one)
  }

  function find(clientId: string): Outgoing | undefined {
    return context.view.outgoing.find(({ client_id }) => client_id === clientId)
  }

  function change(clientId: string, by: Partial<Outgoing>): void {
    const outgoing = context.view.outgoing.map((one) => (one.client_id === clientId ? { ...one, ...by } : one))
    const one = outgoing.find(({ client_id }) => client_id === clientId)
    if (!one) return
    context.update({ outgoing })
    keepOutgoing(me.uuid, roomId, one)
  }

  function take(clientId: string): void {
    const one = find(clientId)
    if (!one) return
    if (one.file?.preview) URL.revokeObjectURL(one.file.preview)
    taken(clientId)
    forgetOutgoing(me.uuid, roomId, clientId)
    context.update({ outgoing: context.view.outgoing.filter(({ client_id }) => client_id !== clientId) })
  }

  function arrived(outgoing: Outgoing, message: ChatMessage & { help?: string }): void {
    const { view } = context
    context.update({
      room: merge(view.room, [message]),
      answers: true,
      ...(message.help ? { help: message.help } : {}),
    })
    take(outgoing.client_id)
  }
}

/** Merges by `client_id`, in order of writing. */
function merged(first: readonly Outgoing[], then: readonly Outgoing[]): Outgoing[] {
  const all = new Map([...first, ...then].map((one) => [one.client_id, one]))
  return [...all.values()].sort((a, b) => a.at - b.at)
}
