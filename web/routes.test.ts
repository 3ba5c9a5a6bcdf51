import { expect, test } from "vitest"
import { ownPaths } from "#contract/redirects.ts"
import routes from "./routes.ts"

interface Entry {
  path?: string
  children?: Entry[]
}

test("no redirect can take the address of a page", () => {
  const pathsIn = (entries: Entry[]): string[] =>
    entries.flatMap(({ path, children = [] }) => [...(path ? [path] : []), ...pathsIn(children)])
  const first = new Set(pathsIn(routes).map((path) => path.split("/")[0]!))
  first.delete("*")
  expect(first.size).toBeGreaterThan(30)
  expect([...first].filter((one) => !ownPaths.has(one))).toEqual([])
})
