/** Keeps what was asked for last, at most twice `most`: whatever was not asked for since as many others came is forgotten. */
export function createRecent<Value>(most: number) {
  let young = new Map<string, Value>()
  let old = new Map<string, Value>()
  return {
    get(key: string): Value | undefined {
      const found = young.get(key)
      if (found !== undefined) return found
      const older = old.get(key)
      if (older !== undefined) set(key, older)
      return older
    },
    set,
  }

  function set(key: string, value: Value): void {
    if (young.size >= most) {
      old = young
      young = new Map()
    }
    young.set(key, value)
  }
}
