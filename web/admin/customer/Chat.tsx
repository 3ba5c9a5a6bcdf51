import { useInfiniteQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { Change, ChatMessage } from "#contract/chat.ts"
import type { CustomerChats } from "#contract/customers.ts"
import { pageSize } from "#contract/messageRules.ts"
import { call, explain } from "../../api/client.ts"
import { Notes } from "../../staff-ui/Notes.tsx"
import { useSearch } from "../../table/search.ts"
import { Button } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { dateTimeOf } from "../../ui/format.ts"
import { ErrorState, Skeleton } from "../../ui/states.tsx"

type Chat = CustomerChats["items"][number]

/** Opens the notes on a chat, and on request the chat itself. A link in a notification opens it by `?chat=`. */
export function ChatButton({ chat }: { chat: Chat }) {
  const [params, change] = useSearch()
  const show = (id: number | null) => change({ chat: id === null ? null : String(id) })
  return (
    <>
      <button type="button" className="link min-h-9" onClick={() => show(chat.id)}>
        Open<span className="sr-only"> chat about {chat.model}</span>
      </button>
      <Dialog
        open={params.get("chat") === String(chat.id)}
        onClose={() => show(null)}
        title={`Chat about ${chat.model}`}
        shape="side"
        className="w-[min(44rem,100vw)]!"
      >
        <h3 className="mb-3 font-display text-h3">Notes</h3>
        <Notes of={`/chat/rooms/${chat.id}`} />
        <h3 className="mt-8 mb-3 font-display text-h3">Conversation</h3>
        <Conversation id={chat.id} />
      </Dialog>
    </>
  )
}

/** Loaded on click, because reading is written to the audit log. */
function Conversation({ id }: { id: number }) {
  const [shown, setShown] = useState(false)
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ["customer-chat", id],
    queryFn: ({ pageParam, signal }) =>
      call(`GET /chat/rooms/${id}/messages`, { query: { before_id: pageParam, limit: pageSize }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page: Change[]) =>
      page.length === pageSize ? Math.min(...page.map((message) => message.id)) : undefined,
    enabled: shown,
  })
  if (!shown) {
    return (
      <>
        <Button variant="outline" onClick={() => setShown(true)}>
          Show conversation
        </Button>
        <p className="mt-1 text-ink-3 text-meta">Viewing is recorded in the audit log.</p>
      </>
    )
  }
  if (error && !data) return <ErrorState detail={explain(error)} retry={() => void refetch()} />
  if (!data) return <Skeleton className="h-24 w-full" />
  const messages = data.pages.toReversed().flat().filter(isThere)
  return (
    <section aria-label="Conversation">
      {hasNextPage && (
        <Button variant="outline" className="mb-3" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show earlier messages
        </Button>
      )}
      {messages.length === 0 && <p className="text-ink-3 text-ui">There are no messages.</p>}
      <ol className="grid max-w-measure gap-2 text-ui">
        {messages.map((message) => (
          <li key={message.id} className="wrap-anywhere px-3 py-2">
            <span className="block text-ink-3 text-meta">
              {message.sender_name || "Former member"}, {dateTimeOf(message.created_at)}
            </span>
            {message.content || message.file_name}
          </li>
        ))}
      </ol>
    </section>
  )
}

const isThere = (message: Change): message is ChatMessage => !message.deleted
