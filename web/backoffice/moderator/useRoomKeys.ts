import { useEffect, useLayoutEffect, useRef } from "react"
import type { ChatRoom } from "#contract/chat.ts"

interface Listed<R> {
  rooms: readonly R[] | undefined
  /** Loads the next page and returns all rooms; null if there is no further page. */
  more: (() => Promise<readonly R[] | undefined>) | null
}

interface RoomKeys extends Listed<ChatRoom> {
  open(roomId: number): void
  /** Opens the chat that has waited longest. */
  next(): void
}

/** Alt+J opens the next room of the list, Alt+K the previous one, Alt+N the longest waiting one, even while typing. */
export function useRoomKeys(given: RoomKeys): void {
  const latest = useRef(given)
  // A layout effect runs before paint, so a key pressed as soon as the list is visible finds its rooms.
  useLayoutEffect(() => {
    latest.current = given
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // With Alt, some keyboards produce other characters, so the position of the key counts.
      const step = { KeyJ: 1, KeyK: -1, KeyN: 0, Slash: 0 }[event.code]
      if (step === undefined || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (document.querySelector("dialog[open]")) return
      event.preventDefault()
      if (event.code === "Slash") document.querySelector<HTMLElement>("#search-chats")?.focus()
      else if (step === 0) latest.current.next()
      else void go(step)
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

/** The address is updated before the render, so two quick presses are two steps. */
const roomHere = () => Number(new URLSearchParams(location.search).get("room")) || null

/** Returns the previous or next room, and loads the next page at the end. */
export async function roomBeside<R extends { id: number }>(
  { rooms = [], more }: Listed<R>,
  roomId: number | null,
  step: number,
): Promise<R | undefined> {
  const next = neighbour(rooms, roomId, step)
  if (next || step < 0 || !more) return next
  return neighbour((await more()) ?? [], roomId, step)
}

/** Without a current room it starts at an end. It stops at both ends. */
export function neighbour<R extends { id: number }>(
  rooms: readonly R[],
  roomId: number | null,
  step: number,
): R | undefined {
  const at = rooms.findIndex(({ id }) => id === roomId)
  if (at === -1) return step > 0 ? rooms[0] : rooms.at(-1)
  return rooms[at + step]
}
