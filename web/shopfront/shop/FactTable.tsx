import type { ReactNode } from "react"

/** Rows without a value are left out. */
export function FactTable({ rows }: { rows: [name: string, value: ReactNode][] }) {
  return (
    <dl className="max-w-3xl border-line border-t text-ui">
      {rows.map(
        ([name, value], index) =>
          value && (
            // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and rows never move
            <div key={index} className="grid gap-x-6 border-line border-b py-3 sm:grid-cols-[14rem_1fr]">
              <dt className="text-ink-3">{name}</dt>
              <dd className="min-w-0">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
