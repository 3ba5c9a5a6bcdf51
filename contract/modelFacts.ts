import { t } from "./t.ts"
/** A field of a model that is a line of text or a measure, and may be empty. */
export interface ModelFact {
  /** Its name in the rows of the table: `heightCm` is `height_cm` in the database and in CSV files. */
  column: string
  label: string
  /** The highest value of a measure. A fact without it is a text. */
  most?: number
  unit?: string
  /** Whether the form leaves a new model without it. */
  isOptional?: true
  /** Whether a change needs the approval of a second admin. A change of a text always does. */
  isReviewed?: true
  /** Whether a search finds it. The column `search_text` must contain it too. */
  isSearched?: true
  isInGrid?: true
}

/**
 * A new fact is an entry here, and its column: the API, the form, the grid, CSV files, the table on the model's page
 * and the audit log follow. Public pages load this file.
 */
export const modelFacts = {
  doll_height: { column: "heightCm", label: t`Height`, most: 300, unit: "cm", isReviewed: true, isInGrid: true },
  doll_material: { column: "material", label: t`Material`, isInGrid: true },
  doll_vaginal_depth: { column: "vaginalDepthCm", label: t`Vaginal depth`, most: 100, unit: "cm" },
  doll_anal_depth: { column: "analDepthCm", label: t`Anal depth`, most: 100, unit: "cm" },
  doll_oral_depth: { column: "oralDepthCm", label: t`Oral depth`, most: 100, unit: "cm" },
  doll_weight: { column: "weightKg", label: t`Weight`, most: 1000, unit: "kg", isInGrid: true },
  doll_gross_weight: { column: "grossWeightKg", label: t`Gross weight`, most: 1000, unit: "kg" },
  doll_packing_size: { column: "packingSize", label: t`Packing size`, isInGrid: true },
  doll_body_size: { column: "bodySize", label: t`Body size`, isInGrid: true },
} as const satisfies Record<string, ModelFact>

export type Fact = keyof typeof modelFacts
export const facts = Object.entries(modelFacts) as [Fact, ModelFact][]

export type Measure = {
  [F in Fact]: (typeof modelFacts)[F] extends { most: number } ? F : never
}[Fact]

/** Makes a value for each fact, depending on its type. */
export function forFacts<M, L>(ofMeasure: (name: Fact, most: number) => M, ofLine: (name: Fact) => L) {
  const made = facts.map(([name, { most }]) => [name, most === undefined ? ofLine(name) : ofMeasure(name, most)])
  return Object.fromEntries(made) as { [F in Fact]: F extends Measure ? M : L }
}
