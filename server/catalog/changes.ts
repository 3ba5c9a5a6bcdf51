const listeners = new Set<() => void>()

/** Tells that something on the public pages has changed. Call it in `afterCommit`, never before. */
export function catalogChanged(): void {
  for (const listen of listeners) listen()
}

/** Returns the way to stop listening. */
export function onCatalogChange(listen: () => void): () => void {
  listeners.add(listen)
  return () => void listeners.delete(listen)
}
