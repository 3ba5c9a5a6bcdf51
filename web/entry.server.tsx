import { Writable } from "node:stream"
import { renderToPipeableStream } from "react-dom/server"
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router"
import { visitContext } from "./visit.ts"

/** Renders a page to its end before anything is sent: the whole of it is hashed, compressed and kept. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set("content-type", "text/html; charset=utf-8")
  const { nonce } = context.get(visitContext)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const body = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        chunks.push(Buffer.from(chunk))
        done()
      },
    })
    body.on("finish", () => resolve(new Response(Buffer.concat(chunks), { status, headers })))
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={router} url={request.url} nonce={nonce} />, {
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
