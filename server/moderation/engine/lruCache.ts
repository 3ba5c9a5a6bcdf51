/** Approximately the `capacity` most recently used entries, and at most twice as many. */
export function createLruCache<Value>(capacity: number) {
  let current = new Map<string, Value>()
  let previous = new Map<string, Value>()
  return {
    get(key: string): Value | undefined {
      const found = current.get(key)
      if (found !== undefined) return found
      const older = previous.get(key)
      if (older !== undefined) set(key, older)
      return older
    },
    set,
  }

  function set(key: string, value: Value): void {
    if (current.size >= capacity) {
      previous = current
      current = new Map()
    }
    current.set(key, value)
  }
}
