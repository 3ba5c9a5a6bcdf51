import { expect, test } from "vitest"
import { readAudit, wrongLicences } from "./packages.mjs"

test("a package is refused for a licence that is not on the list, or for none", () => {
  const wrong = wrongLicences({
    "": { license: "UNLICENSED" },
    "node_modules/a": { license: "MIT" },
    "node_modules/b": { license: "GPL-3.0-only" },
    "node_modules/a/node_modules/@c/d": {},
    "node_modules/e": { license: "MPL-2.0" },
    "node_modules/f": { license: "MPL-2.0", dev: true },
    "node_modules/busboy": { dev: true },
    "node_modules/streamsearch": {},
    "node_modules/g-win32": { dev: true, optional: true },
    "node_modules/h-win32": { optional: true },
  })
  expect(wrong).toEqual(["b: GPL-3.0-only", "@c/d: none", "e: MPL-2.0", "streamsearch: none", "h-win32: none"])
})

test.each([
  ["MIT OR GPL-3.0-only", true],
  ["(MIT OR CC0-1.0)", true],
  ["Apache-2.0 AND MIT", true],
  ["Apache-2.0 AND GPL-3.0-only", false],
  ["MIT AND (MIT OR ISC)", false],
  ["LGPL-3.0-or-later", false],
  ["", false],
])("the licence %j is allowed: %j", (license, isAllowed) => {
  expect(wrongLicences({ "node_modules/a": { license } })).toHaveLength(isAllowed ? 0 : 1)
})

test("a shared library may be under the LGPL where it is loaded as it comes", () => {
  const license = "Apache-2.0 AND LGPL-3.0-or-later"
  expect(wrongLicences({ "node_modules/@img/sharp-win32-x64": { license } })).toEqual([])
})

const report = (severity?: string) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: severity ? { left: { severity, range: "<2" } } : {},
  })

test("a high or critical vulnerability fails, a lesser one does not", () => {
  expect(readAudit(report())).toEqual({ result: 0, lines: [] })
  expect(readAudit(report("moderate")).result).toBe(0)
  expect(readAudit(report("high"))).toEqual({ result: 1, lines: ["Vulnerable (high): left <2"] })
  expect(readAudit(report("critical")).result).toBe(1)
})

test("without an answer of the registry the check is skipped, and never passed", () => {
  expect(readAudit(JSON.stringify({ message: "connect ECONNREFUSED" })).result).toBe("skipped")
  for (const broken of ["", "{}", "npm error", '{"vulnerabilities":{}}'])
    expect([broken, readAudit(broken).result]).toEqual([broken, 1])
})
