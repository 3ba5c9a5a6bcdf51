import { useLayoutEffect } from "react"

/**
 * Marks the frame while a conversation is open: as the whole `screen`, or `open` on a larger one. `:has()` would scan
 * thousands of messages at every keystroke. On phones a `room` has the screen to itself: no header, bar or footer.
 */
export function useChatMark(kind: "screen" | "open", isRoom: boolean): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.chat = kind
    return () => {
      delete dataset.chat
    }
  }, [kind])
  useLayoutEffect(() => {
    if (!isRoom) return
    document.documentElement.dataset.room = ""
    const unfit = fitVisibleScreen()
    return () => {
      delete document.documentElement.dataset.room
      unfit()
    }
  }, [isRoom])
}

/** Keeps `--room-top` and `--room-height` at what an on-screen keyboard leaves of the screen. Returns the cleanup. */
function fitVisibleScreen(): () => void {
  const { style } = document.documentElement
  const screen = visualViewport
  if (!screen) return () => {}
  const measure = () => {
    // Zoomed in, the visible part says nothing about the keyboard.
    if (screen.scale > 1.05) return
    style.setProperty("--room-top", `${screen.offsetTop}px`)
    style.setProperty("--room-height", `${screen.height}px`)
  }
  measure()
  screen.addEventListener("resize", measure)
  screen.addEventListener("scroll", measure)
  return () => {
    screen.removeEventListener("resize", measure)
    screen.removeEventListener("scroll", measure)
    style.removeProperty("--room-top")
    style.removeProperty("--room-height")
  }
}
