import type { Talk } from "./view.ts"

/** After the last letter; milliseconds, as all of these. */
const typingLasts = 3000
/** How often it is told again while it goes on. */
const typingAgain = 1500
/** Nobody types for ever, even if the end of it was lost. */
const lostTyping = 5000

export interface Typing {
  /** Something is being written here. */
  type(): void
  stop(): void
  /** The other side has begun, or ended; `end` is called when its end does not come. */
  hear(userId: number, isTyping: boolean, end: () => void): void
  close(): void
}

export function createTyping(talk: Talk): Typing {
  const others = new Map<number, ReturnType<typeof setTimeout>>()
  let since = 0
  let ends: ReturnType<typeof setTimeout> | undefined
  return {
    type: () => {
      const now = Date.now()
      clearTimeout(ends)
      ends = setTimeout(stop, typingLasts)
      if (now - since < typingAgain) return
      since = now
      talk.tell({ type: "typing", is_typing: true })
    },
    stop,
    hear: (userId, isTyping, end) => {
      clearTimeout(others.get(userId))
      if (isTyping) others.set(userId, setTimeout(end, lostTyping))
    },
    close: () => {
      stop()
      for (const timer of others.values()) clearTimeout(timer)
    },
  }

  function stop(): void {
    clearTimeout(ends)
    if (since > 0) talk.tell({ type: "typing", is_typing: false })
    since = 0
  }
}
