import { readdirSync, readFileSync } from "node:fs"
import type { Category } from "../../server/platform/moderation/rules/category.ts"

/** A labelled line: what is to be found in it, or nothing. */
export interface Line {
  category: Category | null
  /** Whether it asks for a doll or picture after a child; null where the labels of the set do not tell. */
  isLikeness: boolean | null
  language: string
  kind: "chat" | "review" | "listing" | "search" | "name"
  recent: string[]
  text: string
}

const folder = new URL("./lines/", import.meta.url)

/** Files of labelled lines: label, language, kind, recent messages and text, with tabs between them. */
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
