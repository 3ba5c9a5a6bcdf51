import type { FastifyRequest } from "fastify"
import { deskTexts } from "#contract/adminText.ts"
import { Refusal } from "../refusal.ts"

interface Seen {
  version: number
  /** Of a model: orders change it without a new version. */
  stock?: number | null | undefined
}
/** What an `If-Match` says its sender has seen; undefined when anything may be changed. */
export type Precondition = Seen[] | undefined

/** The ETag of a GET begins with this, and is followed by a hash of its bytes where the answer is kept. */
export function versionTag({ version, stock }: Seen): string {
  return stock === undefined ? `v${version}` : `v${version}s${stock ?? ""}`
}

export function preconditionOf(request: FastifyRequest): Precondition {
  const header = request.headers["if-match"]
  if (header === undefined || header.trim() === "*") return undefined
  return header.split(",").flatMap((tag) => {
    const found = /^"v(\d{1,9})(?:s(\d{0,9}))?(?:-[^"]*)?"$/.exec(tag.trim())
    if (!found) return []
    const stock = found[2] === undefined ? undefined : found[2] === "" ? null : Number(found[2])
    return [{ version: Number(found[1]), stock }]
  })
}

/** Throws STALE when `now` is not what was seen. A stock of undefined on either side is not compared. */
export function assertVersion(seen: Precondition, now: Seen): void {
  const same = (one: Seen) =>
    one.version === now.version && (now.stock === undefined || one.stock === undefined || one.stock === now.stock)
  if (seen && !seen.some(same)) {
    throw new Refusal("STALE", deskTexts.changed)
  }
}
