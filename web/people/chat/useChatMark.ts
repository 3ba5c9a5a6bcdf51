import { useLayoutEffect } from "react"

/**
 * Marks the frame while a conversation is open: as `screen` if it fills the screen, else as `open`. With `:has()`, CSS
 * would scan thousands of messages at every keystroke. On phones, a `room` has no header, bar or footer.
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

/** Keeps `--room-top` and `--room-height` at the area that an on-screen keyboard leaves. Returns the cleanup. */
function fitVisibleScreen(): () => void {
  const { style } = document.documentElement
  const screen = visualViewport
  if (!screen) return () => {}
  const measure = () => {
    // When zoomed in, the visible area says nothing about the keyboard.
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
