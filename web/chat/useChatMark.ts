import { useLayoutEffect } from "react"

/**
 * Tells the frame around it that a conversation is on the page: it then is the whole `screen`, or `open` on a larger one. `:has()`
 * would say it too, but look through thousands of messages with every letter that is typed.
 */
export function useChatMark(kind: "screen" | "open"): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.chat = kind
    return () => {
      delete dataset.chat
    }
  }, [kind])
}
