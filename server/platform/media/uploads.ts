import { randomUUID } from "node:crypto"
import { createWriteStream } from "node:fs"
import { mkdir, mkdtemp, open, rm } from "node:fs/promises"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import multipart from "@fastify/multipart"
import type { FastifyReply, FastifyRequest } from "fastify"
import type * as z from "zod"
import { t } from "#contract/t.ts"
import { assertSignedIn } from "../auth/actor.ts"
import type { Http } from "../http/http.ts"
import type { Call } from "../http/idempotency.ts"
import { allowTime } from "../http/slowBodies.ts"
import { Refusal } from "../refusal.ts"

/** An uploaded file, stored on disk until it is processed: never whole in memory, and never kept as it was sent. */
export interface Upload {
  /** Name of its form field. */
  field: string
  path: string
  /** The sender's name for it, which is only displayed and never used as a path. */
  name: string
  size: number
  tooLarge: boolean
}

export interface Form {
  fields: Record<string, string>
  files: Upload[]
  /** The temporary directory of its files. */
  directory: string
  /** Deletes the files on disk. Always call it. */
  discard(): Promise<void>
}

/** Registers routes that accept files: the parser and its hooks apply to them only. */
export async function uploadRoutes(http: Http, add: (http: Http) => void): Promise<void> {
  await http.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false })
    scope.addHook("onRequest", (request, _, done) => {
      allowTime(request.raw, request.routeOptions.config.bodyTimeout)
      done()
    })
    scope.addHook("onRoute", (route) => {
      route.schema = { ...route.schema, consumes: ["multipart/form-data"] }
    })
    add(scope as unknown as Http)
  })
}

/** Receives a form. Refuses a person who was signed out meanwhile: check `request.actor` afterwards, not before. */
export async function receive(
  request: FastifyRequest,
  { dataDir, maxBytes, maxFiles = 1 }: { dataDir: string; maxBytes: number; maxFiles?: number },
): Promise<Form> {
  if (!request.isMultipart()) {
    throw new Refusal("UNSUPPORTED_MEDIA", t`Please send a multipart form with a file.`)
  }
  const directory = await temporary(dataDir)
  const form: Form = {
    fields: {},
    files: [],
    directory,
    discard: () => rm(directory, { recursive: true, force: true }),
  }
  const limits = { fileSize: maxBytes, files: maxFiles, fields: 20, fieldSize: 10_000, parts: maxFiles + 20 }
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === "field") {
        if (typeof part.value === "string") form.fields[part.fieldname] = part.value
        continue
      }
      const path = join(directory, randomUUID())
      await pipeline(part.file, createWriteStream(path))
      const name = (part.filename ?? "").replace(/\p{Cc}/gu, "").slice(-200) || "file"
      form.files.push({ field: part.fieldname, path, name, size: part.file.bytesRead, tooLarge: part.file.truncated })
    }
    await request.identify()
    return form
  } catch (error) {
    await form.discard()
    // The parser throws plain errors for an early end or a missing boundary; a disconnect is no server error.
    const isGone = request.raw.destroyed && !request.raw.complete
    if (isGone || (error instanceof Error && !("code" in error)))
      throw new Refusal("MALFORMED", t`We couldn't read this form.`)
    throw error
  }
}

/** Returns the call for `once`: the same fields and files are the same call. */
export function callOf(request: FastifyRequest, reply: FastifyReply, what: string, form: Form): Call {
  const { actor, headers } = request
  assertSignedIn(actor)
  const files = form.files.map(({ field, name, size }) => ({ field, name, size }))
  return { headers, reply, scope: `${what} user ${actor.id}`, body: { fields: form.fields, files } }
}

async function temporary(dataDir: string): Promise<string> {
  const parent = join(dataDir, "incoming")
  await mkdir(parent, { recursive: true })
  return mkdtemp(join(parent, "form-"))
}

/** Parses the fields of a form. Errors have the same shape as those of a JSON body. */
export function parseFields<T extends z.ZodType>(schema: T, fields: Record<string, string>): z.output<T> {
  const { success, data, error } = schema.safeParse(fields)
  if (success) return data
  const errors = error.issues.map(({ path, message }) => ({ path: path.join("."), message }))
  throw new Refusal("INVALID", errors[0]?.message ?? t`This value is not valid.`, { errors })
}

export type Kind = "jpeg" | "png" | "gif" | "webp" | "avif"

/** Returns the type of a picture by its first bytes; its name and declared type are ignored. */
export async function kindOf(path: string): Promise<Kind | null> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0)
    return kindOfBytes(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

function kindOfBytes(bytes: Buffer): Kind | null {
  const text = (from: number, to: number) => bytes.toString("latin1", from, to)
  if (text(0, 3) === "\xff\xd8\xff") return "jpeg"
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "png"
  if (text(0, 6) === "GIF87a" || text(0, 6) === "GIF89a") return "gif"
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "webp"
  if (text(4, 8) !== "ftyp") return null
  return /avif|avis/.test(text(8, Math.min(bytes.readUInt32BE(0), 64))) ? "avif" : null
}
