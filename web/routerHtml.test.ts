import { PassThrough } from "node:stream"
import { text } from "node:stream/consumers"
import { createElement as h } from "react"
import { renderToPipeableStream } from "react-dom/server"
import {
  createRequestHandler,
  type EntryContext,
  Links,
  Meta,
  RouterContextProvider,
  Scripts,
  type ServerBuild,
  ServerRouter,
  useLoaderData,
} from "react-router"
import { expect, test } from "vitest"
import { finishPage } from "#server/platform/http/routerHtml.ts"
import handleRequest, { handleError } from "./entry.server.tsx"
import { type Visit, visitContext } from "./platform/visit.ts"

const nonce = "nonce-of-this-page"
const data = "said </script> & \u2028"

function Root() {
  return h(
    "html",
    null,
    h("head", null, h(Meta), h(Links)),
    h("body", null, h("p", null, useLoaderData<string>()), h(Scripts, { nonce })),
  )
}

/** Renders a page of one route with the installed version of the router. */
async function render(entry = handleRequest as unknown): Promise<{ visit: Visit; response: Response }> {
  const module = { default: Root, loader: () => data }
  const asset = { id: "root", path: "", module: "/root.js", imports: ["/shared.js"], hasLoader: true }
  const build = {
    entry: { module: { default: entry, handleError } },
    routes: { root: { id: "root", path: "", module } },
    assets: { version: "1", url: "/manifest.js", entry: { module: "/entry.js", imports: [] }, routes: { root: asset } },
    publicPath: "/",
    assetsBuildDirectory: "build",
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "initial" },
  } as unknown as ServerBuild
  const context = new RouterContextProvider()
  const visit = { nonce, fault: (error: unknown) => expect.fail(String(error)) } as unknown as Visit
  context.set(visitContext, visit)
  const response = await createRequestHandler(build, "production")(new Request("http://localhost/"), context)
  return { visit, response }
}

async function rendered() {
  const { visit } = await render()
  return { html: visit.html!, handoff: visit.handoff, nonce }
}
const changes = { constantScripts: [], isLate: false, isStatic: false, hasGate: true }

test("the data is sent by the scripts that the router would add, before the end of the page", async () => {
  /** React Router's documented way, which leaves the stream of data to the router. */
  const documented = async (request: Request, status: number, headers: Headers, context: EntryContext) => {
    const body = new PassThrough()
    const page = h(ServerRouter, { context, url: request.url, nonce })
    const { pipe } = renderToPipeableStream(page, { nonce, onAllReady: () => pipe(body) })
    headers.set("content-type", "text/html")
    return new Response(await text(body), { status, headers })
  }
  const theirs = await (await render(documented)).response.text()
  const scripts = [...theirs.matchAll(/<script nonce="[^"]*">(window\.__reactRouterContext\.streamController[^<]*)</g)]
  expect(scripts).toHaveLength(2)
  const page = await rendered()
  const ours = finishPage(page, changes).text
  expect(ours).toMatch(/<\/script><\/body><\/html>$/)
  let at = ours.indexOf("streamController = controller")
  expect(at).toBeGreaterThan(0)
  for (const [, script] of scripts) {
    const next = ours.indexOf(`<script>${script}</script>`, at)
    expect(next).toBeGreaterThan(at)
    at = next
  }
})

test("every module of a page can be deferred until it has been painted", async () => {
  const page = await rendered()
  expect(page.html).toContain("modulepreload")
  const { text: late } = finishPage(page, { ...changes, isLate: true })
  expect(late).not.toMatch(/modulepreload|type="module"/)
  expect(late.match(/<link data-late="" /g)).toHaveLength(page.html.match(/rel="modulepreload"/g)!.length)
  expect(late.match(/<script type="text\/plain" data-late="">/g)).toHaveLength(1)
})

test("the router can be omitted from a page, with its data", async () => {
  const page = await rendered()
  expect(page.html).toMatch(/<script[^>]* type="module"/)
  expect(finishPage(page, changes).text).toContain("__reactRouterContext")
  expect(finishPage(page, { ...changes, isStatic: true }).text).not.toMatch(/type="module"|__reactRouterContext/)
})

test("where no age has to be declared, the page is sent as if the visitor had entered", () => {
  const html =
    '<html lang="en"><body><dialog></dialog><section class="gate-without-scripts"><details><summary>Enter</summary>' +
    "</details></section><details></details></body></html>"
  const { text: sent } = finishPage({ html, nonce }, { ...changes, hasGate: false })
  expect(sent).toContain('<html data-age="ok" lang="en">')
  expect(sent).toContain("<details open><summary>")
  expect(sent.match(/<details>/g)).toHaveLength(1)
  expect(finishPage({ html, nonce }, changes).text).toBe(html)
})

test("every inline script has the nonce, and is hashed once that is removed", async () => {
  const page = await rendered()
  const { text: sent, hashes } = finishPage(page, changes)
  expect(sent).not.toContain(nonce)
  expect(hashes).toHaveLength(new Set(sent.match(/<script[^>]*>[\s\S]*?<\/script>/g)).size)
})
