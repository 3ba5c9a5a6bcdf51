import { useLayoutEffect } from "react"

/**
 * Marks the frame while a conversation is open: as the whole `screen`, or `open` on a larger one. `:has()` would scan
 * thousands of messages at every keystroke.
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
