import { type DragEvent, useState } from "react"

/** Drag and drop of rows. Returns the props of a row and the index that is dragged. */
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
