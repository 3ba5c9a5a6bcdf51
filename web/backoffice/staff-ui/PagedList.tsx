import { type QueryKey, useInfiniteQuery } from "@tanstack/react-query"
import { type ReactNode, useEffect, useRef } from "react"
import { t } from "#contract/t.ts"
import { explain } from "../../platform/api/client.ts"
import { inSentence } from "../../platform/language.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { ErrorState, Loading, Skeleton } from "../../platform/ui/states.tsx"

interface PagedListProps<Item, Key> {
  /** Names the list for screen readers, such as "Orders". */
  label: string
  queryKey: QueryKey
  /** Reads the page before a key, newest first. */
  read(before: Key | undefined, signal: AbortSignal): Promise<{ items: Item[]; next: Key | null }>
  row(item: Item): ReactNode
  rowKey(item: Item): string | number
  empty: string
  /** Title of the error if loading fails. */
  failed: string
  /** Class for the height of the first page, as far as it is known. */
  waiting?: string
}

/** A list that is paged by key. Its button loads the next page and focuses the first new row. */
export function PagedList<Item, Key>(props: PagedListProps<Item, Key>) {
  const { label, queryKey, read, row, rowKey, empty, failed, waiting = "h-48" } = props

  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam as Key | undefined, signal),
    initialPageParam: undefined as Key | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const list = useRef<HTMLUListElement>(null)
  const asked = useRef<number>(undefined)
  const items = data?.pages.flatMap((page) => page.items) ?? []
  const count = items.length
  useEffect(() => {
    const from = asked.current
    if (from === undefined || count <= from) return
    asked.current = undefined
    const first = list.current?.children[from]
    if (first instanceof HTMLElement) first.focus({ preventScroll: true })
  }, [count])
  if (!data && error) return <ErrorState title={failed} detail={explain(error)} retry={() => void refetch()} />
  if (!data) {
    return (
      <Loading label={t`Loading ${inSentence(label)}`}>
        <Skeleton className={cx("w-full", waiting)} />
      </Loading>
    )
  }
  if (count === 0) return <p className="text-ink-3 text-ui">{empty}</p>
  return (
    <>
      <ul ref={list} aria-label={label} className="divide-y divide-line border-line border-y">
        {items.map((item) => (
          <li key={rowKey(item)} tabIndex={-1} className="py-2 text-ui">
            {row(item)}
          </li>
        ))}
      </ul>
      {error && (
        <p role="alert" className="mt-2 text-danger text-ui">
          {explain(error)}
        </p>
      )}
      {hasNextPage && (
        <Button
          variant="outline"
          className="mt-3"
          busy={isFetchingNextPage}
          onClick={() => {
            asked.current = count
            void fetchNextPage()
          }}
        >
          {t`Show more`}
          <span className="sr-only">{inSentence(label)}</span>
        </Button>
      )}
    </>
  )
}
