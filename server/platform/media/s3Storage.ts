import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import type { IncomingMessage } from "node:http"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
} from "@aws-sdk/client-s3"
import { Upload } from "@aws-sdk/lib-storage"
import { getSignedUrl } from "@aws-sdk/s3-request-presigner"
import type { FastifyBaseLogger } from "fastify"
import { generalTexts } from "#contract/texts.ts"
import { minutes, seconds } from "../clock.ts"
import { notFound, Refusal } from "../refusal.ts"
import type { S3Settings } from "../settings.ts"
import { assertName, type Content, isName, isPrivate, type Storage } from "./storage.ts"
import { typeOf } from "./types.ts"

/** The size of a part of an upload in memory; an upload sends two of them at a time. */
const partSize = 8 * 1024 * 1024

/**
 * Stores files in an S3-compatible bucket, under the same names as on a disk. `answerTimeout` is the time to wait for a
 * response, and for the next bytes of a file, in milliseconds.
 */
export function createS3Storage(settings: S3Settings, log: FastifyBaseLogger, answerTimeout = seconds(10)): Storage {
  const { bucket: Bucket, region, endpoint, accessKeyId, secretAccessKey, forcePathStyle, publicUrl } = settings
  const client = new S3Client({
    region,
    ...(endpoint ? { endpoint } : {}),
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 2,
    // Some providers do not support the checksums that the client requests by default.
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: Math.min(seconds(3), answerTimeout),
      socketTimeout: answerTimeout,
      // Each reader of a file holds a socket, also while a player is paused.
      httpAgent: { maxSockets: 1000 },
      httpsAgent: { maxSockets: 1000 },
    },
  })
  let saidAt = Number.NEGATIVE_INFINITY

  return {
    put: (name, content, sha256) => answered(() => put(name, content, sha256)),
    find: async (name) => {
      if (!isName(name)) return null
      const found = await answered(() => unlessMissing(client.send(new HeadObjectCommand({ Bucket, Key: name }))))
      if (!found) return null
      const { ContentLength = 0, LastModified, Metadata } = found
      return { size: ContentLength, modified: LastModified?.getTime() ?? 0, ...hashIn(Metadata) }
    },
    read: async (name, range) => {
      const Range = range && `bytes=${range.start}-${range.end}`
      const command = new GetObjectCommand({ Bucket, Key: name, Range })
      const found = await answered(() => unlessMissing(client.send(command)))
      if (!found) throw notFound()
      return steady(found, answerTimeout)
    },
    remove: (name) =>
      answered(async () => {
        if (isName(name)) await remove(name)
        else for await (const file of list(`${name}/`)) await remove(file.name)
      }),
    list: () => list(),
    clearUnfinished: (before) => answered(() => clearUnfinished(before)),
    signedUrl: async (name, type, forSeconds) => {
      if (publicUrl === null) return null
      const response = { ResponseContentType: type, ResponseCacheControl: "private, no-store" }
      return getSignedUrl(client, new GetObjectCommand({ Bucket, Key: name, ...response }), { expiresIn: forSeconds })
    },
  }

  async function put(name: string, content: Content, known?: string): Promise<void> {
    assertName(name)
    const file = {
      Bucket,
      Key: name,
      ContentType: typeOf(name),
      CacheControl: isPrivate(name) ? "private, no-store" : "public, max-age=31536000, immutable",
    }
    if (Buffer.isBuffer(content)) {
      const sha256 = createHash("sha256").update(content).digest("hex")
      await client.send(new PutObjectCommand({ ...file, Body: content, Metadata: { sha256 } }))
    } else if (content instanceof Readable)
      await upload({ ...file, ...(known ? { Metadata: { sha256: known } } : {}) }, content)
    else await upload({ ...file, Metadata: { sha256: await hashOf(content.path) } }, createReadStream(content.path))
  }

  /** Uploads in parts. A failed upload is aborted, so that nothing of it stays. */
  async function upload(file: PutObjectCommandInput, body: Readable): Promise<void> {
    try {
      await new Upload({ client, params: { ...file, Body: body }, partSize, queueSize: 2 }).done()
    } finally {
      body.destroy()
    }
  }

  async function remove(name: string): Promise<void> {
    await client.send(new DeleteObjectCommand({ Bucket, Key: name }))
  }

  async function* list(Prefix?: string): AsyncGenerator<{ name: string; size: number }> {
    let ContinuationToken: string | undefined
    do {
      const command = new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken })
      const page = await answered(() => client.send(command))
      for (const { Key = "", Size = 0 } of page.Contents ?? []) if (isName(Key)) yield { name: Key, size: Size }
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken)
  }

  async function clearUnfinished(before: Date): Promise<void> {
    let next: { KeyMarker?: string; UploadIdMarker?: string } | null = {}
    while (next) {
      const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({ Bucket, ...next })
      const page = await client.send(command)
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        if (Initiated && Initiated < before)
          await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
      }
      next = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : null
    }
  }

  /** Turns errors of the bucket into a Refusal: the caller can try again, whatever the reason was. */
  async function answered<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call()
    } catch (error) {
      if (!isOfBucket(error)) throw error
      if (performance.now() - saidAt > minutes(1)) {
        saidAt = performance.now()
        log.error({ err: error }, "the bucket is unavailable")
      }
      throw new Refusal("UNREADY", generalTexts.filesUnavailable, {
        retryAfter: 5,
        reason: `The bucket cannot be used: ${error}`,
      })
    }
  }
}

/** Returns whether the client has marked an error as its own; errors of an upload's source are not. */
const isOfBucket = (error: unknown) => error instanceof Error && "$metadata" in error

async function unlessMissing<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Error && (error.name === "NotFound" || error.name === "NoSuchKey")) return null
    throw error
  }
}

/**
 * Reads the content of a file, and fails when nothing arrives for a while. Time counts only while somebody reads: a
 * paused player may take as long as it likes.
 */
function steady({ Body }: GetObjectCommandOutput, answerTimeout: number): Readable {
  const body = Body as IncomingMessage
  body.socket?.setTimeout(0)
  return Readable.from(read(), { objectMode: false })

  async function* read() {
    const wait = () => setTimeout(() => body.destroy(new Error("The bucket has stopped sending a file")), answerTimeout)
    let late = wait()
    try {
      for await (const bytes of body) {
        clearTimeout(late)
        yield bytes
        late = wait()
      }
    } finally {
      clearTimeout(late)
    }
  }
}

const hashIn = (metadata: Record<string, string> = {}) =>
  /^[0-9a-f]{64}$/.test(metadata.sha256 ?? "") ? { sha256: metadata.sha256 } : {}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256")
  await pipeline(createReadStream(path), hash)
  return hash.digest("hex")
}
