import { useEffect, useLayoutEffect, useRef } from "react"
import type { ChatRoom } from "#contract/chat.ts"

interface Listed<R> {
  rooms: readonly R[] | undefined
  /** The rooms with those that come after them; null when there are no more. */
  more: (() => Promise<readonly R[] | undefined>) | null
}

interface RoomKeys extends Listed<ChatRoom> {
  open(roomId: number): void
}

/** Alt+J opens the next room of the list, Alt+K the one before, also while one writes. */
export function useRoomKeys(given: RoomKeys): void {
  const latest = useRef(given)
  // With the list itself: whoever sees it may press at once.
  useLayoutEffect(() => {
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
      const from = roomHere()
      const next = await roomBeside(latest.current, from, step)
      if (next && roomHere() === from) latest.current.open(next.id)
    }
    addEventListener("keydown", press)
    return () => removeEventListener("keydown", press)
  }, [])
}

/** From the address, which is there before the page has been drawn: two quick presses are two steps. */
const roomHere = () => Number(new URLSearchParams(location.search).get("room")) || null

/** The room before or after another one, which at the end of what is loaded is loaded. */
export async function roomBeside<R extends { id: number }>(
  { rooms = [], more }: Listed<R>,
  roomId: number | null,
  step: number,
): Promise<R | undefined> {
  const next = neighbour(rooms, roomId, step)
  if (next || step < 0 || !more) return next
  return neighbour((await more()) ?? [], roomId, step)
}

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
