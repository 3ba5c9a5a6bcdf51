import { Writable } from "node:stream"
import { renderToPipeableStream, renderToString } from "react-dom/server"
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router"
import { visitContext } from "./visit.ts"

/** Renders a page to its end before anything is sent: the whole of it is hashed, compressed and kept. */
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
  const html = await markupOf(<ServerRouter context={router} url={request.url} nonce={nonce} />, nonce)
  const scripts = router.renderMeta?.didRenderScripts ? handoff(data, nonce) : ""
  const end = html.endsWith(tail) ? html.length - tail.length : html.length
  visit.html = html.slice(0, end) + scripts + html.slice(end)
  return new Response(null, { status, headers })
}

const tail = "</body></html>"

/** In one go, as one string; a page that waits for something while it is rendered takes the long way. */
async function markupOf(page: React.ReactElement, nonce: string): Promise<string> {
  const html = `<!DOCTYPE html>${renderToString(page)}`
  return isUnfinished(html) ? waitFor(page, nonce) : html
}

const isUnfinished = (html: string) => html.includes("<!--$!-->") || html.includes("<!--$?-->")

function waitFor(page: React.ReactElement, nonce: string): Promise<string> {
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
      onError: (error) => console.error(error),
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

/** What the loaders gave, for React in the browser: the router's own scripts, which it would add as the data comes in. */
function handoff(data: string, nonce: string): string {
  const controller = "window.__reactRouterContext.streamController"
  const escaped = JSON.stringify(data).replace(/[&<>\u2028\u2029]/g, (sign) => escapes[sign]!)
  return (
    `<script nonce="${nonce}">${controller}.enqueue(${escaped});</script>` +
    `<script nonce="${nonce}">${controller}.close();</script>`
  )
}

const escapes: Record<string, string> = {
  "&": "\\u0026",
  "<": "\\u003c",
  ">": "\\u003e",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
}
