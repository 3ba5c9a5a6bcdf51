import type { ChatRoom } from "#contract/chat.ts"
import { t } from "#contract/t.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { EmptyPlinth } from "../../platform/ui/EmptyPlinth.tsx"

interface NoRoomSelectedProps {
  /** The rooms of the list. */
  rooms: readonly ChatRoom[] | undefined
  /** True if filters hide some of the chats. */
  isNarrowed: boolean
  open(roomId: number): void
}

/** Shown before a conversation is selected. */
export function NoRoomSelected({ rooms, isNarrowed, open }: NoRoomSelectedProps) {
  const next = rooms?.find(({ unread_count }) => unread_count > 0)
  return (
    <div className="flex h-full flex-col items-center justify-center gap-4 px-6 text-center">
      <EmptyPlinth sizes="144px" className="aspect-4/5 w-36" />
      {rooms && (
        <p className="text-ink-2">
          {rooms.length === 0 && !isNarrowed ? t`There are no chats yet.` : t`Select a chat to read and reply.`}
        </p>
      )}
      {next && <Button variant="outline" onClick={() => open(next.id)}>{t`Open first unread chat`}</Button>}
    </div>
  )
}
