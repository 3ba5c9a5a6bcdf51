import type { ChatRoom } from "#contract/chat.ts"
import { Button } from "../ui/Button.tsx"
import { EmptyPlinth } from "../ui/EmptyPlinth.tsx"

interface NoRoomProps {
  /** As the list beside it has them. */
  rooms: readonly ChatRoom[] | undefined
  open(roomId: number): void
}

/** The place of a conversation before one is chosen. */
export function NoRoom({ rooms, open }: NoRoomProps) {
  const next = rooms?.find(({ unread_count }) => unread_count > 0)
  return (
    <div className="flex h-full flex-col items-center justify-center gap-4 px-6 text-center">
      <EmptyPlinth sizes="144px" className="aspect-4/5 w-36" />
      {rooms && (
        <p className="text-ink-2">
          {rooms.length === 0 ? "There is no chat to choose." : "Choose a chat to read and answer it."}
        </p>
      )}
      {next && (
        <Button look="outline" onClick={() => open(next.id)}>
          Open the first unread chat
        </Button>
      )}
    </div>
  )
}
