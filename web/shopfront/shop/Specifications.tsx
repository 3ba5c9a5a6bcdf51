import type { ReactNode } from "react"
import type { Doll } from "#contract/catalog.ts"
import { facts } from "#contract/modelFacts.ts"
import { t } from "#contract/t.ts"
import { modelTexts } from "#contract/texts.ts"
import { Day } from "../../platform/ui/Day.tsx"
import { categoryNames } from "./categories.ts"
import { FactTable } from "./FactTable.tsx"

/** Unknown facts have no row. */
export function Specifications({ doll }: { doll: Doll }) {
  const known = facts.map(([name, { label, unit }]): [string, ReactNode] => {
    const value = doll[name]
    return [label, unit && value !== null ? `${value} ${unit}` : value]
  })
  // Height and material come first.
  const rows: [string, ReactNode][] = [
    ...known.splice(0, 2),
    [t`Age range`, modelTexts.age],
    [t`Release date`, doll.release_date && <Day key="day" of={doll.release_date} />],
    [t`Category`, categoryNames[doll.doll_category]],
    ...known,
    ...doll.specifications.map(({ name, value, label = name }): [string, string] => [label, value]),
  ]
  return <FactTable rows={rows} />
}
