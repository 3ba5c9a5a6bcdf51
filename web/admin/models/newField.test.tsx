// @vitest-environment happy-dom
import { render, screen } from "@testing-library/react"
import { getTableColumns } from "drizzle-orm"
import { expect, test, vi } from "vitest"
import type { AuditEntry } from "#contract/admin.ts"
import { Doll, EditDoll, NewDoll } from "#contract/catalog.ts"
import { importedNames, modelColumns } from "#contract/modelSheet.ts"
import { register } from "#server/backoffice/privacy/register.ts"
import { assertTexts, awaitsApproval, columnsOf } from "#server/shopfront/catalog/catalog.ts"
import { dollStatement } from "#server/shopfront/catalog/rows.ts"
import { dolls } from "#server/shopfront/catalog/tables.ts"
import { demoModels } from "#server/start/demo/catalogue.ts"
import { useZodForm } from "../../platform/forms/form.ts"
import { Specifications } from "../../shopfront/shop/Specifications.tsx"
import { aDoll } from "../../testing/data.ts"
import { plain } from "../audit/sentence.ts"
import { DollFields } from "./DollFields.tsx"
import { changedMeanwhile, dollForm, emptyDoll, labels, valuesOf } from "./form.ts"
import { gridFields, gridLabels, readCell } from "./gridCells.ts"

/** Adds two facts to the table of facts. */
vi.mock("#contract/modelFacts.ts", async (original) => {
  const actual = await original<typeof import("#contract/modelFacts.ts")>()
  const added = {
    doll_kiln_mark: { column: "kilnMark", label: "Kiln mark", isInGrid: true, isOptional: true },
    doll_base_width: { column: "baseWidthCm", label: "Base width", most: 90, unit: "cm" },
  }
  Object.assign(actual.modelFacts, added)
  actual.facts.push(...(Object.entries(added) as never[]))
  return actual
})

const known = { ...aDoll, doll_kiln_mark: "Fleur", doll_base_width: 41.5 }
const mark = "doll_kiln_mark" as never
const width = "doll_base_width" as never

test("the API takes a fact of the table and returns it", () => {
  const body = { name: "Isolde", price: 10, description: "Clay." }
  expect(NewDoll.parse(body)).toMatchObject({ doll_kiln_mark: null, doll_base_width: null })
  expect(NewDoll.parse({ ...body, doll_kiln_mark: " Lily ", doll_base_width: 90 })).toMatchObject({
    doll_kiln_mark: "Lily",
  })
  expect(EditDoll.safeParse({ doll_base_width: 90.1 }).success).toBe(false)
  expect(EditDoll.parse({ doll_kiln_mark: null })).toEqual({ doll_kiln_mark: null })
  expect(Doll.parse(known)).toMatchObject({ doll_kiln_mark: "Fleur", doll_base_width: 41.5 })
})

test("it is read and written, checked and reviewed, and has its place in the register and in the demo", () => {
  expect(getTableColumns(dolls)).toMatchObject({
    kilnMark: { name: "kiln_mark" },
    baseWidthCm: { name: "base_width_cm" },
  })
  expect(dollStatement("")).toContain('d.kiln_mark as "kilnMark", d.base_width_cm as "baseWidthCm"')
  expect(columnsOf({ [mark]: "Lily", [width]: 4 })).toMatchObject({ kilnMark: "Lily", baseWidthCm: 4 })
  expect(() => assertTexts({ [mark]: "a 15 year old girl" })).toThrow()
  const low = { needsApproval: false, heightCm: 100 }
  const change = (after: object) => awaitsApproval(low, { before: {}, after })
  expect([change({ kilnMark: "Lily" }), change({ baseWidthCm: 4 })]).toEqual([true, false])
  expect(register.dolls!.other).toContain(" kiln_mark ")
  expect(demoModels[0]).toMatchObject({ doll_kiln_mark: null, doll_base_width: null })
})

test("it is a column of CSV files, and an import reads it", () => {
  expect(importedNames).toEqual(expect.arrayContaining(["kiln_mark", "base_width_cm"]))
  const column = (name: string) => modelColumns.find((one) => one.name === name)!
  expect(column("kiln_mark").of(known)).toBe("Fleur")
  expect(column("kiln_mark").read!("Lily")).toBe("Lily")
  expect(column("base_width_cm").read!("41.5")).toBe(41.5)
  expect(column("base_width_cm").read!("wide")).toBeUndefined()
})

function Form() {
  return <DollFields form={useZodForm(dollForm(null), emptyDoll, "onSubmit")} />
}

test("it is in the form, in the grid, on the page and in the audit log", () => {
  render(<Form />)
  expect(screen.getByLabelText(/^Kiln mark/)).toHaveProperty("maxLength", 120)
  expect(screen.getByLabelText(/^Base width \(cm\)/)).toHaveProperty("type", "number")
  expect(screen.getByLabelText(/^Kiln mark/)).toHaveProperty("required", false)
  expect(screen.getByLabelText(/^Base width/)).toHaveProperty("required", true)
  const { error } = dollForm(null).safeParse(emptyDoll)
  const faulty = error!.issues.map(({ path }) => path[0])
  expect([faulty.includes(mark), faulty.includes(width)]).toEqual([false, true])
  expect(valuesOf(known)).toMatchObject({ doll_kiln_mark: "Fleur", doll_base_width: "41.5" })
  expect(changedMeanwhile(known, { ...known, doll_kiln_mark: "Lily" } as Doll).map((name) => labels[name])).toEqual([
    "Kiln mark",
  ])

  expect(gridFields).toContain(mark)
  expect(gridFields).not.toContain(width)
  expect(gridLabels[mark]).toBe("Kiln mark")
  expect(readCell(known, mark, " Lily ")).toEqual({ value: "Lily" })

  render(<Specifications doll={known} />)
  expect(screen.getByText("Kiln mark", { selector: "dt" }).nextSibling?.textContent).toBe("Fleur")
  expect(screen.getByText("Base width", { selector: "dt" }).nextSibling?.textContent).toBe("41.5 cm")

  const entry = {
    id: 1,
    actor: "Ada",
    action: "doll.edit",
    target_kind: "doll",
    target_name: "Isolde",
    moderator: null,
  }
  const edit = { ...entry, before: { kilnMark: "Lily", baseWidthCm: 4 }, after: { kilnMark: "Rose", baseWidthCm: 5 } }
  expect(plain(edit as unknown as AuditEntry)).toBe(
    "Ada changed the model Isolde: kiln mark from “Lily” to “Rose”, base width from 4 to 5",
  )
})
