import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { useSearchParams } from "react-router"
import { adminTexts } from "#contract/adminText.ts"
import type { FlaggedItem } from "#contract/moderation.ts"
import { explain } from "../../api/client.ts"
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx"
import { Head } from "../shell/Head.tsx"
import { Pages } from "../table/Pages.tsx"
import { Export } from "../table/Toolbar.tsx"
import { listAt } from "../table/useRows.ts"
import { FlaggedRow } from "./FlaggedRow.tsx"

const read = listAt<FlaggedItem>("/admin/flagged-messages")
const limit = 50

/** What waits for a decision: critical things first, then the newest. */
export function Flagged() {
  const [params, setParams] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(params.get("page"))) || 1)
  const query = `?skip=${(page - 1) * limit}&limit=${limit}`
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["admin", "flagged", query],
    queryFn: ({ signal }) => read(query, signal),
  })
  const go = (next: number, how?: { replace: boolean }) =>
    setParams({ tab: "flagged", ...(next > 1 ? { page: String(next) } : {}) }, how)
  const last = Math.max(1, Math.ceil((data?.total ?? 0) / limit))
  // The last item of the last page has gone: the page before it is the last one now.
  useEffect(() => {
    if (data && page > last) go(last, { replace: true })
  })
  return (
    <>
      <Head
        title="Flagged"
        note="Messages, reviews, listings and videos that a rule, a moderator or a person pointed at, with the reports about them."
      >
        <Export path="/admin/flagged-messages" name="flagged.csv" />
      </Head>
      {isPending && <Skeleton className="h-72 w-full" />}
      {error && !data && <ErrorState detail={explain(error)} retry={() => void refetch()} />}
      {data?.total === 0 && <EmptyState title={adminTexts.noFlagged} />}
      {data && data.rows.length > 0 && (
        <>
          <ul aria-label="Flagged items" className="border-line border-t">
            {data.rows.map((item) => (
              <FlaggedRow key={item.id} item={item} />
            ))}
          </ul>
          <Pages page={page} total={data.total} limit={limit} of="items" go={go} />
        </>
      )}
    </>
  )
}
