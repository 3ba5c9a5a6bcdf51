import { type MouseEvent, type PointerEvent, type TouchEvent, useEffect, useRef } from "react"

/** Milliseconds of a long press, and pixels that the finger may move meanwhile. */
const press = 500
const slack = 10

/** Calls back with the message on which a finger is held. Scrolling and selecting text are not affected. */
export function useLongPress(onPress: (id: number) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef<{ id: number; x: number; y: number } | null>(null)
  /** True while the finger that opened the menu is still down. */
  const isDone = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])

  const end = () => {
    clearTimeout(timer.current)
    start.current = null
  }
  const fire = () => {
    const id = start.current?.id
    end()
    if (id === undefined || isSelecting()) return
    isDone.current = true
    onPress(id)
  }
  return {
    onPointerDown: ({ target, pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent) => {
      end()
      isDone.current = false
      if (pointerType !== "touch" || !isPrimary || !isTouchScreen()) return
      const row = (target as Element).closest(".bubble")?.closest<HTMLElement>("[data-message]")
      if (!row) return
      start.current = { id: Number(row.dataset.message), x, y }
      timer.current = setTimeout(fire, press)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const from = start.current
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > slack) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
    // Android's own long press may come a little before ours.
    onContextMenu: (event: MouseEvent) => {
      if (!start.current && !isDone.current) return
      if (isSelecting()) return
      event.preventDefault()
      fire()
    },
    // Without this, lifting the finger would click on the message and take the focus from the menu.
    onTouchEnd: (event: TouchEvent) => {
      if (isDone.current && event.cancelable) event.preventDefault()
      isDone.current = false
    },
  }
}

const isTouchScreen = () => matchMedia("(pointer: coarse)").matches
const isSelecting = () => getSelection()?.isCollapsed === false
