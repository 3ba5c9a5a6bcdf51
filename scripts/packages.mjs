// Checks the packages in package-lock.json: their licences, their known vulnerabilities, and a list of them (SBOM).
import { readFileSync } from "node:fs"
import { npm } from "./toolchain.mjs"

/** Licences (SPDX) allowed for what the shop ships with: a closed product may use them and names its authors. */
const shipped = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "MIT-0",
  "OFL-1.1",
])
/** The licences that are also allowed for tools that build and test the shop, which are not shipped. */
const tools = new Set([...shipped, "CC-BY-4.0", "CC0-1.0", "MPL-2.0", "Python-2.0", "Unlicense", "Zlib"])
/** Tools of S3rver. Their own files have the MIT licence, and are older than the field in package-lock.json. */
const olderThanTheField = new Set(["busboy", "humanize-number", "streamsearch"])
/**
 * Packages that are loaded unchanged, as their licences require: a shared library, and one whose files are not edited.
 */
const unchanged = /^(node_modules\/@img\/sharp-\S+ LGPL-3\.0-or-later|node_modules\/web-push MPL-2\.0)$/

/** @typedef {{ license?: string, dev?: boolean, optional?: boolean, link?: boolean }} Package */

/**
 * Returns the packages whose licence is not allowed, one line each.
 * @param {Record<string, Package>} packages by their path, as in package-lock.json
 * @returns {string[]}
 */
export function wrongLicences(packages) {
  return Object.entries(packages).flatMap(([path, { license, dev = false, optional = false, link = false }]) => {
    // These are parts of this repository.
    if (link || !path.startsWith("node_modules/")) return []
    // These are builds of a tool for other systems, of which the lock knows only the registry's data.
    if (!license && dev && (optional || olderThanTheField.has(path.replace("node_modules/", "")))) return []
    const allowed = dev ? tools : shipped
    const isAllowed = (/** @type {string} */ one) => allowed.has(one) || unchanged.test(`${path} ${one}`)
    return license && holds(license, isAllowed)
      ? []
      : [`${path.replace(/^.*node_modules\//, "")}: ${license ?? "none"}`]
  })
}

/**
 * Evaluates an SPDX expression: AND binds before OR. Nested groups are not parsed, and so never allowed.
 * @param {string} expression
 * @param {(licence: string) => boolean} isAllowed
 */
function holds(expression, isAllowed) {
  const plain = expression.replace(/^\(([^()]*)\)$/, "$1")
  return plain.split(" OR ").some((part) => part.split(" AND ").every(isAllowed))
}

export async function licences() {
  const wrong = wrongLicences(JSON.parse(readFileSync("package-lock.json", "utf8")).packages)
  for (const line of wrong) console.error(`Licence not allowed (scripts/packages.mjs): ${line}`)
  return wrong.length > 0 ? 1 : 0
}

/**
 * Lists known vulnerabilities, high and critical, of packages that are shipped with the shop. npm's registry is
 * queried: the result is "skipped" when it cannot be reached, or does not offer this. With AUDIT=required that is a
 * failure.
 */
export async function audit() {
  const { stdout } = npm(["audit", "--omit=dev", "--json", "--fetch-retries=1", "--fetch-timeout=20000"])
  const { result, lines } = readAudit(stdout ?? "")
  for (const line of lines) console.error(line)
  return result === "skipped" && process.env.AUDIT === "required" ? 1 : result
}

/**
 * @param {string} json what `npm audit --json` wrote
 * @returns {{ result: 0 | 1 | "skipped", lines: string[] }}
 */
export function readAudit(json) {
  /** @type {{ message?: string, auditReportVersion?: number, vulnerabilities?: Record<string, { severity: string, range: string }> }} */
  let report
  try {
    report = JSON.parse(json)
  } catch {
    return { result: 1, lines: ["npm audit wrote no report"] }
  }
  if (report.auditReportVersion && report.vulnerabilities) {
    const lines = Object.entries(report.vulnerabilities)
      .filter(([, { severity }]) => severity === "high" || severity === "critical")
      .map(([name, { severity, range }]) => `Vulnerable (${severity}): ${name} ${range}`)
    return { result: lines.length > 0 ? 1 : 0, lines }
  }
  if (report.message)
    return { result: "skipped", lines: ["The vulnerabilities were not checked: npm's registry did not answer."] }
  return { result: 1, lines: ["npm audit wrote no report"] }
}

/** Writes the list of packages that are shipped with the shop to standard output, as CycloneDX. */
export async function sbom() {
  const format = ["--sbom-format=cyclonedx", "--sbom-type=application"]
  return npm(["sbom", ...format, "--package-lock-only", "--omit=dev"], "inherit").status ?? 1
}
