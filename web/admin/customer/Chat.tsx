import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { Change, ChatMessage } from "#contract/chat.ts"
import { Id } from "#contract/common.ts"
import type { CustomerChats } from "#contract/customers.ts"
import { pageSize } from "#contract/messageRules.ts"
import { t } from "#contract/t.ts"
import { customerTexts } from "#contract/timelineText.ts"
import { Notes } from "../../backoffice/staff-ui/Notes.tsx"
import { useSearch } from "../../backoffice/table/search.ts"
import { call, explain } from "../../platform/api/client.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { dateTimeOf } from "../../platform/ui/format.ts"
import { ErrorState, Skeleton } from "../../platform/ui/states.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { customerKey } from "./Part.tsx"

type Chat = CustomerChats["items"][number]

/** Opens the chat with `?chat=`, which links in notifications use too. */
export function ChatButton({ chat }: { chat: Chat }) {
  const [, change] = useSearch()
  return (
    <button type="button" className="link min-h-9" onClick={() => change({ chat: String(chat.id) })}>
      <Trans>
        Open<span className="sr-only"> chat about {chat.model}</span>
      </Trans>
    </button>
  )
}

/** Shows the chat that `?chat=` names, even if the list has not loaded its page. */
export function ChatDialog({ customerId }: { customerId: number }) {
  const [params, change] = useSearch()
  const id = Id.safeParse(params.get("chat")).data
  const { data, error, refetch } = useQuery({
    queryKey: [...customerKey(customerId), "chat", id],
    queryFn: ({ signal }) =>
      call(`GET /admin/customers/${customerId}/chats`, { query: { chat: id, limit: 1 }, signal }),
    enabled: id !== undefined,
    placeholderData: keepPreviousData,
  })
  const chat = data?.items[0]
  return (
    <Dialog
      open={id !== undefined}
      onClose={() => change({ chat: null })}
      title={chat ? t`Chat about ${chat.model}` : t`Chat`}
      shape="side"
      className="w-[min(44rem,100vw)]!"
    >
      {error && !data && (
        <ErrorState title={customerTexts.sectionFailed("chats")} detail={explain(error)} retry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton className="h-24 w-full" />}
      {data && !chat && <p className="text-ink-3 text-ui">{customerTexts.chatMissing}</p>}
      {chat && (
        <>
          <h3 className="mb-3 font-display text-h3">{t`Notes`}</h3>
          <Notes of={`/chat/rooms/${chat.id}`} />
          <h3 className="mt-8 mb-3 font-display text-h3">{t`Conversation`}</h3>
          <Conversation key={chat.id} id={chat.id} />
        </>
      )}
    </Dialog>
  )
}

/** Messages load on click, because reading them is recorded in the audit log. */
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
        <Button variant="outline" onClick={() => setShown(true)}>{t`Show conversation`}</Button>
        <p className="mt-1 text-ink-3 text-meta">{t`Viewing is recorded in the audit log.`}</p>
      </>
    )
  }
  if (error && !data) return <ErrorState detail={explain(error)} retry={() => void refetch()} />
  if (!data) return <Skeleton className="h-24 w-full" />
  const messages = data.pages.toReversed().flat().filter(isThere)
  return (
    <section aria-label={t`Conversation`}>
      {hasNextPage && (
        <Button
          variant="outline"
          className="mb-3"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >{t`Show earlier messages`}</Button>
      )}
      {messages.length === 0 && <p className="text-ink-3 text-ui">{t`There are no messages.`}</p>}
      <ol className="grid max-w-measure gap-2 text-ui">
        {messages.map((message) => (
          <li key={message.id} className="wrap-anywhere px-3 py-2">
            <span className="block text-ink-3 text-meta">
              {message.sender_name || t`Former member`}, {dateTimeOf(message.created_at)}
            </span>
            {message.content || message.file_name}
          </li>
        ))}
      </ol>
    </section>
  )
}

const isThere = (message: Change): message is ChatMessage => !message.deleted
