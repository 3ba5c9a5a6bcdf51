import type { ConversationContext } from "./view.ts"

/** Milliseconds after the last keystroke until typing ends. */
const typingLasts = 3000
/** Milliseconds between repeated typing frames. */
const typingAgain = 1500
/** Milliseconds until the other side's typing expires, in case the frame of its end is lost. */
const lostTyping = 5000

export interface Typing {
  /** Called when the user types. */
  type(): void
  stop(): void
  /** Called when the other side starts or stops typing. `end` is called when it expires. */
  receive(userId: number, isTyping: boolean, end: () => void): void
  close(): void
}

export function createTyping(context: ConversationContext): Typing {
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
      context.send({ type: "typing", is_typing: true })
    },
    stop,
    receive: (userId, isTyping, end) => {
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
    if (since > 0) context.send({ type: "typing", is_typing: false })
    since = 0
  }
}
