import { type DragEvent, useState } from "react"

/** Rows that are put in order by dragging: what a row needs for it, and which one is under way. */
export function useDrag(onDrop: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number>()
  const rowOf = (at: number) => ({
    draggable: true,
    onDragStart: () => setDragged(at),
    onDragEnd: () => setDragged(undefined),
    onDragOver: (event: DragEvent) => {
      if (dragged !== undefined) event.preventDefault()
    },
    onDrop: (event: DragEvent) => {
      if (dragged === undefined) return
      event.preventDefault()
      if (dragged !== at) onDrop(dragged, at)
      setDragged(undefined)
    },
  })
  return { dragged, rowOf }
}
