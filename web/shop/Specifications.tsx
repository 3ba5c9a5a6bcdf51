import type { Doll } from "#contract/catalog.ts"
import { modelTexts } from "#contract/texts.ts"
import { cx } from "../ui/cx.ts"
import { dateOf } from "../ui/format.ts"
import { categoryNames } from "./categories.ts"

const unknown = "Not specified"
const none = "Not applicable"

export function Specifications({ doll }: { doll: Doll }) {
  const depth = (value: number | null) => measured(value, "cm", none)
  const rows: [string, string][] = [
    ["Height", measured(doll.doll_height, "cm")],
    ["Material", doll.doll_material ?? unknown],
    ["Age range", modelTexts.age],
    ["Release date", doll.release_date ? dateOf(doll.release_date) : unknown],
    ["Category", categoryNames[doll.doll_category]],
    ["Vaginal depth", depth(doll.doll_vaginal_depth)],
    ["Anal depth", depth(doll.doll_anal_depth)],
    ["Oral depth", depth(doll.doll_oral_depth)],
    ["Weight", measured(doll.doll_weight, "kg")],
    ["Gross weight", measured(doll.doll_gross_weight, "kg")],
    ["Packing size", doll.doll_packing_size ?? unknown],
    ["Body size", doll.doll_body_size ?? unknown],
    ...doll.specifications.map(({ name, value }): [string, string] => [name, value]),
  ]
  // Rows that do not apply come last, muted.
  const ordered = [...rows.filter(([, value]) => value !== none), ...rows.filter(([, value]) => value === none)]
  return (
    <dl className="max-w-3xl border-line border-t text-ui">
      {ordered.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; names may repeat
        <div key={index} className="grid gap-x-6 border-line border-b py-3 sm:grid-cols-[14rem_1fr]">
          <dt className="text-ink-3">{name}</dt>
          <dd className={cx("min-w-0", value === none && "text-ink-3")}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function measured(value: number | null, unit: string, without = unknown): string {
  return value === null ? without : `${value} ${unit}`
}
