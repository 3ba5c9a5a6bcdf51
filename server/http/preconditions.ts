import type { FastifyRequest } from "fastify"
import { Refusal } from "../refusal.ts"

export const versionTag = (version: number) => `v${version}`

/** The versions an `If-Match` allows to be changed; undefined when anything may be. The ETag of a GET begins with its version. */
export function allowedVersions(request: FastifyRequest): number[] | undefined {
  const header = request.headers["if-match"]
  if (header === undefined || header.trim() === "*") return undefined
  return header.split(",").flatMap((tag) => {
    const version = /^"v(\d+)(?:-[^"]*)?"$/.exec(tag.trim())?.[1]
    return version ? [Number(version)] : []
  })
}

export function assertVersion(current: number, allowed: number[] | undefined): void {
  if (allowed && !allowed.includes(current)) {
    throw new Refusal("STALE", "Somebody else has changed this meanwhile. Load it again and repeat your change.")
  }
}
