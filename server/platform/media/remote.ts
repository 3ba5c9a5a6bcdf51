import { createWriteStream } from "node:fs"
import { join } from "node:path"
import { Transform } from "node:stream"
import { pipeline } from "node:stream/promises"
import { t } from "#contract/t.ts"
import { NotPublic, type RemoteFetcher, sendPublic } from "../outgoing/outgoing.ts"
import { invalid } from "../refusal.ts"
import type { Upload } from "./uploads.ts"

const timeout = 20_000

/**
 * Fetches a user-supplied address with `sendPublic`: only from the scheme's default port, and at most `maxBytes`.
 * `into` is a directory.
 */
export async function fetchPublic(
  text: string,
  { into, maxBytes, fetcher }: { into: string; maxBytes: number; fetcher: RemoteFetcher },
): Promise<Upload> {
  const url = addressOf(text)
  const answer = await ask(url, fetcher)
  try {
    if (answer.statusCode !== 200) throw refused(t`This URL didn't return a file.`)
    if (answer.headers["content-encoding"]) throw refused(t`This URL didn't return a plain file.`)
    const path = join(into, "fetched")
    let size = 0
    const capped = new Transform({
      transform: (chunk: Buffer, _, done) => {
        size += chunk.length
        done(size > maxBytes ? refused(t`The file at this URL is too large.`) : null, chunk)
      },
    })
    await pipeline(answer, capped, createWriteStream(path), { signal: AbortSignal.timeout(timeout) }).catch((error) => {
      throw "status" in error ? error : refused(t`We couldn't read the file at this URL.`)
    })
    return { field: "file", path, name: url.pathname.split("/").at(-1) || "file", size, tooLarge: false }
  } finally {
    answer.destroy()
  }
}

function addressOf(text: string): URL {
  const url = URL.parse(text)
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw refused(t`Please enter a URL that starts with https:// or http://.`)
  }
  if (url.username || url.password) throw refused(t`URLs that contain a password are not allowed.`)
  if (url.port) throw refused(t`URLs that contain a port are not allowed.`)
  return url
}

const ask = (url: URL, fetcher: RemoteFetcher) =>
  sendPublic(url, {
    method: "GET",
    headers: { accept: "image/*, video/*" },
    fetcher,
    signal: AbortSignal.timeout(timeout),
  }).catch((error) => {
    throw refused(
      error instanceof NotPublic ? t`This URL is not on the public internet.` : t`We couldn't reach this URL.`,
    )
  })

const refused = (message: string) => invalid("url", message)
