import { type FocusEvent, useEffect, useRef } from "react"

/**
 * Moves focus if the focused part of a table was removed: to the row whose drawer was closed, or else to the page's
 * heading. `openId` is the id of the row whose drawer is open.
 */
export function useFocusFallback(openId: number | null) {
  const focused = useRef<Element>(null)
  const lastId = useRef(openId)
  useEffect(() => {
    if (focused.current && !focused.current.isConnected && document.activeElement === document.body) {
      focused.current = null
      const title = document.querySelector<HTMLElement>(`[data-row="${lastId.current}"] :is(a[href], button)`)
      const target = title ?? document.querySelector<HTMLElement>("#content h1")
      target?.focus()
    }
    lastId.current = openId
  })
  const onFocus = ({ target }: FocusEvent) => {
    focused.current = target
  }
  // This also fires for the content of a closed dialog.
  const onBlur = ({ target }: FocusEvent) => {
    if (target.checkVisibility()) focused.current = null
  }
  return { onFocus, onBlur }
}
