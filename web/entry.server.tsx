import { Writable } from "node:stream"
import { renderToPipeableStream, renderToString } from "react-dom/server"
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router"
import { setCopy, withCopy } from "./platform/meta/words.ts"
import { type Visit, visitContext } from "./platform/visit.ts"

/** Renders a page completely before it is sent, because it is hashed, compressed and cached as a whole. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set("content-type", "text/html; charset=utf-8")
  const visit = context.get(visitContext)
  const { nonce } = visit
  const data = await textOf(router.serverHandoffStream)
  router.serverHandoffStream = undefined
  const markup = () => markupOf(<ServerRouter context={router} url={request.url} nonce={nonce} />, visit)
  setCopy(visit.copy ?? {})
  visit.html = await (visit.draft ? withCopy(visit.draft, markup) : markup())
  if (router.renderMeta?.didRenderScripts) visit.handoff = data
  return new Response(null, { status, headers })
}

/** Logs errors, but not responses such as a 404. The log contains no data of requests. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(visitContext).fault(error)
}

/** Renders synchronously. A page that suspends is rendered again and awaited, then without a draft's texts. */
async function markupOf(page: React.ReactElement, visit: Visit): Promise<string> {
  const html = `<!DOCTYPE html>${renderToString(page)}`
  return isUnfinished(html) ? waitFor(page, visit) : html
}

const isUnfinished = (html: string) => html.includes("<!--$!-->") || html.includes("<!--$?-->")

function waitFor(page: React.ReactElement, { nonce, fault }: Visit): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const body = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        chunks.push(Buffer.from(chunk))
        done()
      },
    })
    body.on("finish", () => resolve(Buffer.concat(chunks).toString()))
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onAllReady: () => {
        clearTimeout(late)
        pipe(body)
      },
      onShellError: (error) => {
        clearTimeout(late)
        reject(error)
      },
      onError: fault,
    })
    const late = setTimeout(abort, 10_000)
  })
}

async function textOf(stream: ReadableStream<Uint8Array> | undefined): Promise<string> {
  const decoder = new TextDecoder()
  let text = ""
  if (stream) for await (const part of stream) text += decoder.decode(part, { stream: true })
  return text
}
