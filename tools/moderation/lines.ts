import { readdirSync, readFileSync } from "node:fs"
import type { Category } from "../../server/platform/moderation/rules/category.ts"

/** A labelled line. `category` is what the engine should find in it, or null. */
export interface Line {
  category: Category | null
  /** Whether it asks for a doll or picture modelled on a child. Null if the set's labels do not say so. */
  isLikeness: boolean | null
  language: string
  kind: "chat" | "review" | "listing" | "search" | "name"
  recent: string[]
  text: string
}

const folder = new URL("./lines/", import.meta.url)

/** Reads labelled lines. The columns label, language, kind, recent messages and text are separated by tabs. */
export function linesOf(file: string | URL): Line[] {
  const rows = readFileSync(file, "utf8").split("\n")
  const tells = rows.some((row) => row.startsWith("likeness\t"))
  return rows
    .filter((row) => row.includes("\t"))
    .map((row) => {
      const [label, language, kind, recent, text] = row.split("\t") as [string, string, Line["kind"], string, string]
      const category = categoryOf(label)
      const isLikeness = label === "likeness" || (category === "minor_safety" && !tells ? null : false)
      const before = recent.split("⏎").map((one) => one.trim())
      return { category, isLikeness, language, kind, recent: before.filter((one) => one !== ""), text }
    })
}

function categoryOf(label: string): Category | null {
  if (label === "ordinary") return null
  return label === "minor" || label === "likeness" ? "minor_safety" : (label as Category)
}

export const sets = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".tsv"))
    .sort()
export const setOf = (name: string): Line[] => linesOf(new URL(name, folder))
