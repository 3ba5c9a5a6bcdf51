import { useEffect, useRef } from "react"
import type { ChatRoom } from "#contract/chat.ts"

interface RoomKeys {
  rooms: readonly ChatRoom[] | undefined
  /** The rooms with those that come after them; null when there are no more. */
  more: (() => Promise<readonly ChatRoom[] | undefined>) | null
  open(roomId: number): void
}

/** Alt+J opens the next room of the list, Alt+K the one before, also while one writes. */
export function useRoomKeys(given: RoomKeys): void {
  const latest = useRef(given)
  useEffect(() => {
    latest.current = given
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // By the place of the key: with Alt, some keyboards write other letters.
      const step = { KeyJ: 1, KeyK: -1 }[event.code]
      if (!step || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (document.querySelector("dialog[open]")) return
      event.preventDefault()
      void go(step)
    }
    const go = async (step: number) => {
      const { rooms = [], more, open } = latest.current
      const from = roomHere()
      let next = neighbour(rooms, from, step)
      if (!next && step > 0 && more) {
        next = neighbour((await more()) ?? [], from, step)
        if (roomHere() !== from) return
      }
      if (next) open(next.id)
    }
    addEventListener("keydown", press)
    return () => removeEventListener("keydown", press)
  }, [])
}

/** From the address, which is there before the page has been drawn: two quick presses are two steps. */
const roomHere = () => Number(new URLSearchParams(location.search).get("room")) || null

/** Without a room, or with one that is not in the list, it begins at an end. At an end it stays. */
export function neighbour<R extends { id: number }>(
  rooms: readonly R[],
  roomId: number | null,
  step: number,
): R | undefined {
  const at = rooms.findIndex(({ id }) => id === roomId)
  if (at === -1) return step > 0 ? rooms[0] : rooms.at(-1)
  return rooms[at + step]
}
