/** What the server says on the account's socket. A feature that lives from a frame listens here; the socket may come and go. */
export interface Frame {
  type: string
}

const listeners = new Map<string, Set<(frame: never) => void>>()

/** Returns the way to stop. */
export function onFrame<F extends Frame>(type: F["type"], heard: (frame: F) => void): () => void {
  const own = listeners.get(type) ?? new Set()
  listeners.set(type, own.add(heard))
  return () => void own.delete(heard)
}

export function tellFrame(frame: Frame): void {
  for (const heard of [...(listeners.get(frame.type) ?? [])]) heard(frame as never)
}
