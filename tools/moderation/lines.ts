import { readdirSync, readFileSync } from "node:fs"
import type { Category } from "../../server/moderation/rules/category.ts"

/** A labelled line: what is to be found in it, or nothing. */
export interface Line {
  category: Category | null
  language: string
  kind: "chat" | "review" | "listing" | "search" | "name"
  recent: string[]
  text: string
}

const folder = new URL("./lines/", import.meta.url)

/** Files of labelled lines: label, language, kind, recent messages and text, with tabs between them. */
export function linesOf(file: string | URL): Line[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((row) => row.includes("\t"))
    .map((row) => {
      const [label, language, kind, recent, text] = row.split("\t") as [string, string, Line["kind"], string, string]
      const category = label === "ordinary" ? null : label === "minor" ? "minor_safety" : (label as Category)
      const before = recent.split("⏎").map((one) => one.trim())
      return { category, language, kind, recent: before.filter((one) => one !== ""), text }
    })
}

export const sets = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".tsv"))
    .sort()
export const setOf = (name: string): Line[] => linesOf(new URL(name, folder))
