import type { Category, DollQuery, Sort } from "#contract/catalog.ts"
import { maxSearchLength } from "#contract/limits.ts"
import { t } from "#contract/t.ts"
import type { Address } from "../../platform/router.ts"
import { categoryNames } from "./categories.ts"

export const perPage = 24

export const priceBands = {
  under200: { label: t`Under $200`, max_price: 199.99 },
  "200to550": { label: t`$200 to $550`, min_price: 200, max_price: 550 },
  over550: { label: t`Over $550`, min_price: 550.01 },
} as const satisfies Record<string, { label: string; min_price?: number; max_price?: number }>
export type PriceBand = keyof typeof priceBands

export const sortNames: Record<Sort, string> = {
  newest: t`Newest first`,
  price_asc: t`Price, low to high`,
  price_desc: t`Price, high to low`,
  rating: t`Best rated`,
}

/** The filters of /models. The address is their only state. */
export interface Filters {
  q: string
  price: PriceBand | "all"
  category: Category | "all"
  /** Empty or one of the shop's `Facets`. */
  form: string
  material: string
  sort: Sort
  page: number
}

export function readFilters(params: URLSearchParams): Filters {
  const page = params.get("page") ?? ""
  return {
    q: read(params, "q"),
    price: keyOf(priceBands, params.get("price")) ?? "all",
    category: keyOf(categoryNames, params.get("category")) ?? "all",
    form: read(params, "form"),
    material: read(params, "material"),
    sort: keyOf(sortNames, params.get("sort")) ?? "newest",
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  }
}

const read = (params: URLSearchParams, name: string) => (params.get(name) ?? "").trim().slice(0, maxSearchLength)

function keyOf<K extends string>(known: Record<K, unknown>, name: string | null): K | null {
  return name !== null && Object.hasOwn(known, name) ? (name as K) : null
}

/** The address of these filters. Default values are left out. */
export function addressOf({ q, price, category, form, material, sort, page }: Filters): Address {
  const params = new URLSearchParams()
  if (q) params.set("q", q)
  if (price !== "all") params.set("price", price)
  if (category !== "all") params.set("category", category)
  if (form) params.set("form", form)
  if (material) params.set("material", material)
  if (sort !== "newest") params.set("sort", sort)
  if (page > 1) params.set("page", String(page))
  const text = params.toString()
  return text ? `/models?${text}` : "/models"
}

/** Whether the parameters contain neither unknown values nor defaults. */
export function isCanonical(params: URLSearchParams, address: string): boolean {
  const said = new URL(address, "http://shop").searchParams
  return Object.keys(noFilters).every((name) => params.get(name) === said.get(name))
}

/** The values that the collection can be narrowed to, as in the address and as shown. */
export interface Facets {
  forms: FacetValue[]
  materials: FacetValue[]
}
export interface FacetValue {
  value: string
  label: string
}

const entryOf = (values: FacetValue[], name: string) => values.find(({ value }) => value === name)

/** Removes a form or material that the shop does not have. */
export function knownFilters(filters: Filters, { forms, materials }: Facets): Filters {
  const known = (values: FacetValue[], name: string) => entryOf(values, name)?.value ?? ""
  return { ...filters, form: known(forms, filters.form), material: known(materials, filters.material) }
}

/** Changing a filter resets the page to 1. */
export function changed(filters: Filters, change: Partial<Omit<Filters, "page">>): Filters {
  return { ...filters, ...change, page: 1 }
}

export const noFilters: Filters = {
  q: "",
  price: "all",
  category: "all",
  form: "",
  material: "",
  sort: "newest",
  page: 1,
}

export function queryOf({ q, price, category, form, material, sort, page }: Filters): DollQuery {
  const band: { min_price?: number; max_price?: number } = price === "all" ? {} : priceBands[price]
  return {
    skip: (page - 1) * perPage,
    limit: perPage,
    sort,
    ...(q ? { q } : {}),
    ...(category === "all" ? {} : { category }),
    ...(form ? { form } : {}),
    ...(material ? { material } : {}),
    ...(band.min_price === undefined ? {} : { min_price: band.min_price }),
    ...(band.max_price === undefined ? {} : { max_price: band.max_price }),
  }
}

/** The active filters with their labels and, for each, the filters without it. The sort order is not a filter. */
export function activeFilters(filters: Filters, { forms, materials }: Facets): { label: string; without: Filters }[] {
  const { q, price, category, form, material } = filters
  return [
    ...(q ? [{ label: t`“${q}”`, without: changed(filters, { q: "" }) }] : []),
    ...(price === "all" ? [] : [{ label: priceBands[price].label, without: changed(filters, { price: "all" }) }]),
    ...(category === "all" ? [] : [{ label: categoryNames[category], without: changed(filters, { category: "all" }) }]),
    ...(form ? [{ label: entryOf(forms, form)?.label ?? form, without: changed(filters, { form: "" }) }] : []),
    ...(material
      ? [{ label: entryOf(materials, material)?.label ?? material, without: changed(filters, { material: "" }) }]
      : []),
  ]
}
