import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { adminTexts } from "#contract/adminText.ts"
import { plural, t } from "#contract/t.ts"
import { PageSkeleton } from "../../backoffice/staff-ui/PageSkeleton.tsx"
import { Pages } from "../../backoffice/table/Pages.tsx"
import { Search } from "../../backoffice/table/Search.tsx"
import { useSearch } from "../../backoffice/table/search.ts"
import { pageParam } from "../../backoffice/table/state.ts"
import { Export } from "../../backoffice/table/Toolbar.tsx"
import { useFocusFallback } from "../../backoffice/table/useFocusFallback.ts"
import { listAt } from "../../backoffice/table/useRows.ts"
import { ViewButton } from "../../backoffice/table/Views.tsx"
import { explain } from "../../platform/api/client.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { EmptyState, ErrorState } from "../../platform/ui/states.tsx"
import { Head } from "../shell/Head.tsx"
import { FlaggedRow } from "./FlaggedRow.tsx"

const read = listAt("GET /admin/flagged-messages")
const limit = 50

/** Flagged items to decide on. Critical ones come first, then the newest. */
export function Flagged() {
  const [params, change] = useSearch()
  const page = Math.max(1, Math.trunc(Number(params.get("page"))) || 1)
  const q = params.get("q") ?? ""
  const decided = params.get("decided") === "1"
  const filter = { ...(q && { q }), ...(decided && { decided: "1" }) }
  // A decided row leaves the list, so focus moves to the heading.
  const focusListeners = useFocusFallback(null)
  const query = `?${new URLSearchParams({ skip: String((page - 1) * limit), limit: String(limit), ...filter })}`
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: ["admin", "flagged", query],
    queryFn: ({ signal }) => read(query, signal),
    placeholderData: keepPreviousData,
  })
  const go = (page: number, how?: { replace: boolean }) => change({ page: pageParam(page) }, how)
  const isNothing = data?.total === 0 && !isPlaceholderData
  const last = Math.max(1, Math.ceil((data?.total ?? 0) / limit))
  // The last page has become empty, so the previous one is shown.
  useEffect(() => {
    if (data && !isPlaceholderData && page > last) go(last, { replace: true })
  })
  return (
    <>
      <Head title={t`Flagged`} note={t`Content flagged by rules, moderators or reports.`} />
      <ul aria-label={t`Items`} className="no-print mb-3 flex gap-1">
        {[false, true].map((value) => (
          <li key={String(value)}>
            <ViewButton
              label={value ? t`Decided` : t`Open`}
              pressed={decided === value}
              onClick={() => change({ decided: value ? "1" : null, page: null })}
            />
          </li>
        ))}
      </ul>
      {(q !== "" || isPlaceholderData || (data?.total ?? 0) > 0) && (
        <div className="no-print mb-4 flex items-center justify-between gap-2">
          <Search
            label={t`Search flagged items`}
            value={q}
            onChange={(q) => change({ q, page: null }, { replace: true })}
          />
          {!decided && (
            <Export path={`/admin/flagged-messages${q && `?${new URLSearchParams({ q })}`}`} name="flagged.csv" />
          )}
        </div>
      )}
      {isPending && <PageSkeleton rows={5} />}
      {error && !data && <ErrorState detail={explain(error)} retry={() => void refetch()} />}
      {isNothing && q === "" && <EmptyState title={decided ? t`No decisions yet.` : adminTexts.noFlagged} />}
      {isNothing && q !== "" && (
        <EmptyState title={t`No flagged items match your search.`}>
          <Button variant="outline" onClick={() => change({ q: null, page: null })}>{t`Show all`}</Button>
        </EmptyState>
      )}
      {data && data.rows.length > 0 && (
        <>
          <ul aria-label={t`Flagged items`} {...focusListeners} className="border-line border-t">
            {data.rows.map((item) => (
              <FlaggedRow key={item.id} item={item} />
            ))}
          </ul>
          <Pages
            page={page}
            total={data.total}
            limit={limit}
            label={t`Items`}
            count={(n, written) => plural(n, { one: "1 item", other: `${written} items` })}
            go={go}
          />
        </>
      )}
    </>
  )
}
