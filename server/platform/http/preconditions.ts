import type { FastifyRequest } from "fastify"
import { staffAnswerTexts } from "#contract/adminText.ts"
import { Refusal } from "../refusal.ts"

interface Seen {
  version: number
  /** A model's stock, because orders change it without a new version. */
  stock?: number | null | undefined
  /** A hash of a model's pictures and captions, while it waits for approval. */
  pictures?: string | undefined
}
/** The versions that an `If-Match` accepts; undefined when any may be changed. */
export type Precondition = Seen[] | undefined

/** Returns the beginning of a GET's ETag; in a cached response a hash of its bytes follows. */
export function versionTag({ version, stock, pictures }: Seen): string {
  return `v${version}${stock === undefined ? "" : `s${stock ?? ""}`}${pictures === undefined ? "" : `p${pictures}`}`
}

export function preconditionOf(request: FastifyRequest): Precondition {
  const header = request.headers["if-match"]
  if (header === undefined || header.trim() === "*") return undefined
  return header.split(",").flatMap((tag) => {
    const found = /^"v(\d{1,9})(?:s(\d{0,9}))?(?:p([\da-f]{16}))?(?:-[^"]*)?"$/.exec(tag.trim())
    if (!found) return []
    const stock = found[2] === undefined ? undefined : found[2] === "" ? null : Number(found[2])
    return [{ version: Number(found[1]), stock, pictures: found[3] }]
  })
}

/** Throws STALE unless `now` is among the versions seen. Undefined values on either side are not compared. */
export function assertVersion(seen: Precondition, now: Seen): void {
  const same = (one: Seen) =>
    one.version === now.version && agree(one.stock, now.stock) && agree(one.pictures, now.pictures)
  if (seen && !seen.some(same)) {
    throw new Refusal("STALE", staffAnswerTexts.changed)
  }
}

/** Returns whether an `If-Match` or `If-None-Match` names this ETag. */
export function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header === etag || header.trim() === "*") return true
  return header.split(",").some((one) => one.trim().replace(/^W\//, "") === etag)
}

const agree = <T>(seen: T | undefined, now: T | undefined) => seen === undefined || now === undefined || seen === now
