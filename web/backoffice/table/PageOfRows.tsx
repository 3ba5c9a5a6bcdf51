import type { ReactNode } from "react"
import { t } from "#contract/t.ts"
import { explain } from "../../platform/api/client.ts"
import { EmptyState, ErrorState } from "../../platform/ui/states.tsx"
import { useNarrow } from "../../platform/ui/useNarrow.ts"
import { BusyLine } from "./BusyLine.tsx"
import { Cards } from "./Cards.tsx"
import { Grid, type ShownProps } from "./Grid.tsx"
import type { useRows } from "./useRows.ts"

export interface PageTexts {
  empty: string
  emptyMore?: ReactNode
  failed?: string
  /** Shown if the server sent no reason. */
  otherwise?: string
}

interface PageOfRowsProps<Row extends object> extends PageTexts {
  page: ReturnType<typeof useRows<Row>>
  shown: ShownProps<Row>
  /** Undefined if there is no search. */
  clearSearch: (() => void) | undefined
}

/** Shows the rows of a page, or why there are none. */
export function PageOfRows<Row extends object>(props: PageOfRowsProps<Row>) {
  const { page, shown, clearSearch, empty, emptyMore, failed, otherwise } = props
  const { data, error, isPending, isPlaceholderData, refetch } = page
  const narrow = useNarrow()
  if (error && !data) {
    const hasDetail = Boolean((error as { detail?: string | null }).detail)
    const detail = otherwise && !hasDetail ? otherwise : explain(error)
    return <ErrorState title={failed} detail={detail} retry={() => void refetch()} />
  }
  if (data?.rows.length === 0) {
    return (
      <EmptyState title={empty}>
        {clearSearch ? (
          <button type="button" className="link min-h-11 text-ui" onClick={clearSearch}>{t`Clear filters`}</button>
        ) : (
          emptyMore
        )}
      </EmptyState>
    )
  }
  return (
    <div aria-busy={isPending || isPlaceholderData} className="relative min-w-0">
      {isPlaceholderData && <BusyLine />}
      {narrow ? <Cards {...shown} /> : <Grid {...shown} />}
    </div>
  )
}
