import type { ChatMessage } from "#contract/chat.ts"
import { forgetOutgoing, keepOutgoing, type Outgoing, readOutbox } from "./outbox.ts"
import { merge } from "./room.ts"
import type { Talk } from "./view.ts"

/** What a conversation has on its way, on the screen and, but for files, in local storage. */
export interface Queue {
  /** What a reload left behind. */
  load(): void
  add(one: Outgoing): void
  find(clientId: string): Outgoing | undefined
  change(clientId: string, by: Partial<Outgoing>): void
  take(clientId: string): void
  /** It was answered with the message it has made. */
  arrived(one: Outgoing, message: ChatMessage & { help?: string }): void
}

/** `taken` is told of whatever is no longer on its way, by whatever way it went. */
export function createQueue(talk: Talk, taken: (clientId: string) => void): Queue {
  const { roomId, me } = talk
  return { load, add, find, change, take, arrived }

  function load(): void {
    talk.update({ outgoing: merged(readOutbox(me.uuid, roomId), talk.view.outgoing) })
  }

  function add(one: Outgoing): void {
    talk.update({ outgoing: merged(talk.view.outgoing, [one]) })
    keepOutgoing(me.uuid, roomId, one)
  }

  function find(clientId: string): Outgoing | undefined {
    return talk.view.outgoing.find(({ client_id }) => client_id === clientId)
  }

  function change(clientId: string, by: Partial<Outgoing>): void {
    const outgoing = talk.view.outgoing.map((one) => (one.client_id === clientId ? { ...one, ...by } : one))
    const one = outgoing.find(({ client_id }) => client_id === clientId)
    if (!one) return
    talk.update({ outgoing })
    keepOutgoing(me.uuid, roomId, one)
  }

  function take(clientId: string): void {
    const one = find(clientId)
    if (!one) return
    if (one.file?.preview) URL.revokeObjectURL(one.file.preview)
    taken(clientId)
    forgetOutgoing(me.uuid, roomId, clientId)
    talk.update({ outgoing: talk.view.outgoing.filter(({ client_id }) => client_id !== clientId) })
  }

  function arrived(one: Outgoing, message: ChatMessage & { help?: string }): void {
    const { view } = talk
    talk.update({ room: merge(view.room, [message]), answers: true, ...(message.help ? { help: message.help } : {}) })
    take(one.client_id)
  }
}

/** By `client_id`, in the order in which they were written. */
function merged(first: readonly Outgoing[], then: readonly Outgoing[]): Outgoing[] {
  const all = new Map([...first, ...then].map((one) => [one.client_id, one]))
  return [...all.values()].sort((a, b) => a.at - b.at)
}
