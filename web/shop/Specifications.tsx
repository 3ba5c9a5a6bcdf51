import type { ReactNode } from "react"
import type { Doll } from "#contract/catalog.ts"
import { modelTexts } from "#contract/texts.ts"
import { Day } from "../ui/Day.tsx"
import { categoryNames } from "./categories.ts"
import { FactTable } from "./FactTable.tsx"

/** Only what is known of this piece. */
export function Specifications({ doll }: { doll: Doll }) {
  const rows: [string, ReactNode][] = [
    ["Height", measured(doll.doll_height, "cm")],
    ["Material", doll.doll_material],
    ["Age range", modelTexts.age],
    ["Release date", doll.release_date && <Day key="day" of={doll.release_date} />],
    ["Category", categoryNames[doll.doll_category]],
    ["Vaginal depth", measured(doll.doll_vaginal_depth, "cm")],
    ["Anal depth", measured(doll.doll_anal_depth, "cm")],
    ["Oral depth", measured(doll.doll_oral_depth, "cm")],
    ["Weight", measured(doll.doll_weight, "kg")],
    ["Gross weight", measured(doll.doll_gross_weight, "kg")],
    ["Packing size", doll.doll_packing_size],
    ["Body size", doll.doll_body_size],
    ...doll.specifications.map(({ name, value, label = name }): [string, string] => [label, value]),
  ]
  return <FactTable rows={rows} />
}

function measured(value: number | null, unit: string): string | null {
  return value === null ? null : `${value} ${unit}`
}
