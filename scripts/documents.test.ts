import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { expect, test } from "vitest"

const documents = globSync(["*.md", "docs/**/*.md", "bench/*.md", "{server,web}/*/README.md"]).sort()

/** Makes the anchor of a heading as GitHub does. */
const slugOf = (heading: string) =>
  heading
    .replace(/^#+ /, "")
    .toLowerCase()
    .replace(/[^\w\- ]/g, "")
    .replaceAll(" ", "-")

test.each(documents)("every link of %s leads to a file, and to one of its headings", (name) => {
  const wrong = [...readFileSync(name, "utf8").matchAll(/\]\((?!https:)([\w./-]*)(?:#([\w-]+))?\)/g)].filter(
    ([, path, anchor]) => {
      const file = path ? join(dirname(name), path) : name
      if (!existsSync(file)) return true
      if (anchor === undefined) return false
      const headings = readFileSync(file, "utf8").match(/^#+ .*$/gm) ?? []
      return !headings.some((heading) => slugOf(heading) === anchor)
    },
  )
  expect(wrong.map(([link]) => link)).toEqual([])
})

test.each(documents)("every npm command of %s exists", (name) => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"))
  const named = readFileSync(name, "utf8").matchAll(/(?<=`|^)npm (?:run )?(?!ci\b|run\b)([a-z][\w:-]*)/gm)
  expect([...named].map(([, command]) => command).filter((command) => !Object.hasOwn(scripts, command!))).toEqual([])
})
