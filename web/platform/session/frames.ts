/** A frame of the account's socket. Features subscribe here whether or not the socket is open. */
export interface Frame {
  type: string
}

const listeners = new Map<string, Set<(frame: never) => void>>()
const received = new Set<string>()

/** Returns a function that unsubscribes. */
export function onFrame<F extends Frame>(type: F["type"], listener: (frame: F) => void): () => void {
  const own = listeners.get(type) ?? new Set()
  listeners.set(type, own.add(listener))
  return () => void own.delete(listener)
}

export function publishFrame(frame: Frame): void {
  for (const listener of [...(listeners.get(frame.type) ?? [])]) listener(frame as never)
  received.add(frame.type)
}

/** Whether a frame of this type has arrived before. The first one reports the current state and is no change. */
export const wasReceived = (type: string): boolean => received.has(type)
