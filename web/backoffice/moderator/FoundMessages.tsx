import { useInfiniteQuery } from "@tanstack/react-query"
import { t } from "#contract/t.ts"
import { relativeTime } from "../../people/chat/times.ts"
import { call, explain } from "../../platform/api/client.ts"
import { type Address, Link } from "../../platform/router.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { ErrorState } from "../../platform/ui/states.tsx"

interface FoundMessagesProps {
  owner: string
  q: string
  linkTo(roomId: number, messageId: number): Address
  onOpen(): void
}

/** The messages that contain the words of a search. Each links to its place. */
export function FoundMessages({ owner, q, linkTo, onOpen }: FoundMessagesProps) {
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ["chat-search", owner, q],
    queryFn: ({ signal, pageParam }) =>
      call("GET /chat/moderator/messages", { query: { q, before: pageParam ?? undefined }, signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  })
  const messages = data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <section aria-labelledby="found-messages" className="border-line border-t">
      <h2 id="found-messages" className="px-4 pt-4 pb-1 font-semibold text-ui md:px-3.5">{t`Found in messages`}</h2>
      <p role="status" className="px-4 pb-2 text-ink-2 text-meta md:px-3.5">
        {isPending && t`Searching`}
        {data && messages.length === 0 && t`No message contains these words.`}
        {messages.length > 0 && (hasNextPage ? t`${messages.length} or more found` : t`${messages.length} found`)}
      </p>
      {error && !data && (
        <ErrorState title={t`Failed to search messages`} detail={explain(error)} retry={() => void refetch()} />
      )}
      <ul aria-label={t`Found in messages`}>
        {messages.map(({ id, chat_room_id, by_member, member_name, doll_name, created_at, excerpt }) => (
          <li key={id} className="border-line border-t">
            <Link
              to={linkTo(chat_room_id, id)}
              preventScrollReset
              onClick={onOpen}
              className="block px-4 py-3 hover:bg-surface focus-visible:-outline-offset-2 md:px-3.5"
            >
              <span className="flex items-baseline gap-2 text-ui">
                <span className="min-w-0 flex-1 truncate">
                  <bdi className="font-semibold">{member_name || t`Former member`}</bdi>
                  <span className="text-ink-2">{t`, about ${doll_name}`}</span>
                </span>
                <time dateTime={created_at} className="tabular shrink-0 text-ink-3 text-badge">
                  {relativeTime(created_at)}
                </time>
              </span>
              <span className="block wrap-anywhere text-ink-2 text-meta">
                {!by_member && t`Reply: `}
                {excerpt.map(({ text, marked }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other key
                  <Part key={index} isMarked={marked}>
                    {text}
                  </Part>
                ))}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button
          variant="outline"
          className="m-3"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >{t`Load more messages`}</Button>
      )}
    </section>
  )
}

function Part({ isMarked, children }: { isMarked: boolean; children: string }) {
  return isMarked ? <mark className="bg-plum-soft font-semibold text-ink">{children}</mark> : <span>{children}</span>
}
