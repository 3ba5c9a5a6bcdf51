import { locale, t } from "#contract/t.ts"
import { inSentence } from "../../platform/language.ts"
import { IconButton } from "../../platform/ui/Button.tsx"
import { ChevronLeft, ChevronRight } from "../../platform/ui/icons.ts"
import { Select } from "../../platform/ui/Select.tsx"

interface PagesProps {
  page: number
  total: number
  limit: number
  /** What is listed, such as "Models". */
  label: string
  /** Formats as `8 models`, from the number and from how it is written. */
  count(n: number, written: string): string
  go(page: number): void
  /** Page sizes. */
  size?: { choices: readonly number[]; choose(limit: number): void }
}

/** `11-20 of 48 models`; on a single page, `8 models` or `1 model`. */
export function rangeOf({ page, total, limit, count }: Pick<PagesProps, "page" | "total" | "limit" | "count">): string {
  const all = count(total, number.format(total))
  if (total <= limit) return all
  const shown = `${number.format((page - 1) * limit + 1)}-${number.format(Math.min(page * limit, total))}`
  return t({ context: "page of a list", message: `${shown} of ${all}` })
}

const number = new Intl.NumberFormat(locale)

export function Pages({ page, total, limit, label, count, go, size }: PagesProps) {
  const pages = Math.max(1, Math.ceil(total / limit))
  return (
    <nav
      aria-label={t`Pages of ${inSentence(label)}`}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
    >
      <p role="status" className="tabular text-ink-2 text-meta">
        {total > 0 && rangeOf({ page, total, limit, count })}
      </p>
      {size && total > size.choices[0]! && (
        <div className="ms-auto flex items-center gap-2">
          <span aria-hidden className="text-ink-2 text-meta">{t`Rows`}</span>
          <Select
            aria-label={t`Rows per page`}
            value={String(limit)}
            onChange={(event) => size.choose(Number(event.target.value))}
            className="h-11 rounded-card border border-line-strong bg-surface ps-3 text-ui"
          >
            {size.choices.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </Select>
        </div>
      )}
      {pages > 1 && (
        <div className="flex items-center gap-1">
          <IconButton
            label={t`Previous page`}
            disabled={page <= 1}
            onClick={() => go(page - 1)}
            className="disabled:opacity-40"
          >
            <ChevronLeft aria-hidden size={20} />
          </IconButton>
          <span className="tabular px-1 text-ui">{t`Page ${number.format(page)} of ${number.format(pages)}`}</span>
          <IconButton
            label={t`Next page`}
            disabled={page >= pages}
            onClick={() => go(page + 1)}
            className="disabled:opacity-40"
          >
            <ChevronRight aria-hidden size={20} />
          </IconButton>
        </div>
      )}
    </nav>
  )
}
