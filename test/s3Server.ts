import { readdir, readFile, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import S3rver from "@20minutes/s3rver"

// Runs as a process of its own, `node test/s3Server.ts DIRECTORY PORT`, with S3rver's key and secret. It adds what
// S3rver lacks: it refuses unsigned requests, except reads of the public folders, and can abort uploads and list their
// parts.
const [directory = "", port] = process.argv.slice(2)
const publicFolders = /^\/[^/]+\/(?:dolls|slides|posters)\//

const server = new S3rver({ directory, port: Number(port), address: "127.0.0.1", silent: true, vhostBuckets: false })
server.middleware.splice(-1, 0, async (context, next) => {
  const { method, path, query, headers } = context
  const isSigned = headers.authorization !== undefined || query["X-Amz-Signature"] !== undefined
  if (!isSigned && !(method === "GET" && publicFolders.test(path))) context.throw(403)
  // S3rver drops this slash when it checks the signature of a request for a whole bucket.
  if (/^\/[^/]+\/$/.test(path)) Object.assign(context, { mountPath: "/", state: { ...context.state, vhost: true } })
  const uploads = join(directory, path.split("/")[1]!, "._S3rver_uploads")
  try {
    await next()
  } catch (error) {
    // S3rver has checked the signature before the method.
    const { code } = error as { code?: string }
    if (code === "MethodNotAllowed" && method === "DELETE" && query.uploadId) {
      await rm(join(uploads, query.uploadId.replace(/\W/g, "")), { recursive: true, force: true })
      context.status = 204
    } else if (code === "NotImplemented" && method === "GET" && "uploads" in query) {
      context.body = { ListMultipartUploadsResult: { IsTruncated: false, Upload: await unfinished(uploads) } }
    } else throw error
  }
})
await server.run()

async function unfinished(folder: string) {
  const ids = await readdir(folder).catch(() => [])
  return Promise.all(
    ids.map(async (UploadId) => ({
      Key: await readFile(join(folder, UploadId, "key"), "utf8"),
      UploadId,
      Initiated: (await stat(join(folder, UploadId, "key"))).mtime.toISOString(),
    })),
  )
}
