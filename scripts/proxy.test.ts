import { once } from "node:events"
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from "node:http"
import { connect as connectHttp2 } from "node:http2"
import { request } from "node:https"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { WebSocket, WebSocketServer } from "ws"
import { maxImagesPerUpload } from "#contract/adminLimits.ts"
import { maxChatFile, maxImage, maxSlide, maxVideo, megabyte } from "#contract/limits.ts"
import { hasProxy, type Nginx, startProxy } from "#test/proxy.ts"
import { openShop } from "#test/shop.ts"

describe.skipIf(!hasProxy)("nginx with deploy/nginx.conf", () => {
  let answer: RequestListener
  let asked: { node: number; method: string; url: string; headers: IncomingHttpHeaders }[]
  let nodes: Server[]
  let proxy: Nginx
  let port: number
  let plainPort: number

  beforeAll(async () => {
    nodes = await Promise.all([0, 1].map(startNode))
    const addresses = nodes.map((node) => `127.0.0.1:${(node.address() as AddressInfo).port}`)
    proxy = (await startProxy(addresses, { countries: "127.0.0.0/8 NL;\n" }))!
    ;({ port, plainPort } = proxy)
  })
  afterAll(async () => {
    await proxy?.stop()
    for (const node of nodes) node.close().closeAllConnections()
  })
  beforeEach(() => {
    asked = []
    answer = (_, response) => response.end("fine")
  })

  async function startNode(node: number): Promise<Server> {
    const server = createServer((request, response) => {
      asked.push({ node, method: request.method!, url: request.url!, headers: request.headers })
      answer(request, response)
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    return server
  }

  type Ask = { method?: string; headers?: Record<string, string>; body?: string }
  function ask(path: string, { method = "GET", headers = {}, body }: Ask = {}) {
    return new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((done, fail) => {
      const asking = request({
        port,
        host: "127.0.0.1",
        path,
        method,
        headers,
        agent: false,
        rejectUnauthorized: false,
      })
      asking.on("error", fail).on("response", async (response) => {
        let text = ""
        for await (const piece of response.setEncoding("utf8")) text += piece
        done({ status: response.statusCode!, headers: response.headers, text })
        asking.destroy()
      })
      if (body === undefined && headers["content-length"]) asking.flushHeaders()
      else asking.end(body)
    })
  }

  test("a public page is kept as long as it says, in one copy for each encoding, and never for who is signed in", async () => {
    let made = 0
    answer = ({ headers }, response) => {
      const kept = { "cache-control": "public, max-age=0, s-maxage=30", vary: "Accept-Encoding" }
      response.writeHead(200, kept).end(`${headers["accept-encoding"]} ${++made}`)
    }
    const get = async (encoding: string, headers = {}) =>
      (await ask("/models", { headers: { "accept-encoding": encoding, ...headers } })).text
    const all = "gzip, deflate, br"
    expect(await get(all)).toBe(`${all} 1`)
    expect(await get(all)).toBe(`${all} 1`)
    expect(await get("gzip")).toBe("gzip 2")
    expect(await get("gzip")).toBe("gzip 2")
    expect(await get(all, { authorization: "Bearer one" })).toBe(`${all} 3`)
    expect(await get(all)).toBe(`${all} 1`)
  })

  test("a page that may be kept for a second is never older, asked for once, and shown while no node answers", async () => {
    answer = (_, response) => {
      const now = Date.now()
      const kept = { "cache-control": "public, max-age=0, s-maxage=1", "x-accel-expires": `@${Math.floor(now / 1000)}` }
      response.writeHead(200, kept).end(String(now))
    }
    let calls = 0
    for (const until = Date.now() + 3000; Date.now() < until; calls++) {
      const began = Date.now()
      const { text, headers } = await ask("/model/7")
      expect(began - Number(text)).toBeLessThanOrEqual(1000)
      expect(headers["x-accel-expires"]).toBeUndefined()
    }
    expect(asked.length).toBeGreaterThanOrEqual(3)
    expect(asked.length).toBeLessThanOrEqual(5)
    expect(calls).toBeGreaterThan(asked.length)
    answer = (request) => request.socket.destroy()
    const last = Date.now()
    await new Promise((done) => setTimeout(done, 1100))
    const { status, text } = await ask("/model/7")
    expect([status, Number(text) <= last]).toEqual([200, true])
  })

  test.each(["private, no-cache", "no-store", ""])("a page that says “%s” is not kept", async (told) => {
    answer = (_, response) => response.writeHead(200, told ? { "cache-control": told } : {}).end()
    for (const _ of [1, 2]) await ask(`/page-${encodeURIComponent(told)}`)
    expect(asked).toHaveLength(2)
  })

  test("calls of the API are not kept, and nothing is compressed a second time", async () => {
    const headers = { "cache-control": "public, s-maxage=30", etag: '"v1"', "content-type": "application/json" }
    answer = (_, response) => response.writeHead(200, headers).end(JSON.stringify({ text: "a".repeat(5000) }))
    for (const _ of [1, 2]) {
      const { headers } = await ask("/api/dolls/", { headers: { "accept-encoding": "gzip, br" } })
      expect([headers.etag, headers["content-encoding"]]).toEqual(['"v1"', undefined])
    }
    expect(asked).toHaveLength(2)
  })

  test("a part of a public file comes from the copy that is kept", async () => {
    const headers = { "cache-control": "public, max-age=31536000, immutable", "accept-ranges": "bytes" }
    answer = (_, response) => response.writeHead(200, { ...headers, "content-length": 10 }).end("0123456789")
    expect((await ask("/media/a/320.avif")).text).toBe("0123456789")
    const part = await ask("/media/a/320.avif", { headers: { range: "bytes=2-4" } })
    expect([part.status, part.text, part.headers["content-range"]]).toEqual([206, "234", "bytes 2-4/10"])
    expect(asked).toHaveLength(1)
  })

  test("what visitors claim of their address, host and country is replaced", async () => {
    const claims = { "x-forwarded-for": "192.0.2.1", "x-forwarded-proto": "http", "x-forwarded-host": "evil.example" }
    await ask("/api/age", {
      headers: { ...claims, forwarded: "for=192.0.2.1", "x-country": "US", host: "shop.example" },
    })
    const { forwarded, ...headers } = asked[0]!.headers
    expect(forwarded).toBeUndefined()
    expect(headers).toMatchObject({ host: "shop.example", "x-forwarded-for": "127.0.0.1", "x-country": "NL" })
    expect(headers).toMatchObject({ "x-forwarded-proto": "https", "x-forwarded-host": "shop.example" })
  })

  test("a call that a node drops is repeated on the other one, but never one that places an order", async () => {
    let drops = 1
    answer = (request, response) => {
      if (drops-- > 0) request.socket.destroy()
      else response.end("fine")
    }
    expect((await ask("/api/orders/")).text).toBe("fine")
    expect(new Set(asked.map(({ node }) => node)).size).toBe(2)
    asked = []
    drops = 1
    expect((await ask("/api/orders/", { method: "POST", body: "{}" })).status).toBe(502)
    expect(asked).toHaveLength(1)
  })

  test("without one node everything is answered by the other, orders too", async () => {
    const { port: left } = nodes[0]!.address() as AddressInfo
    nodes[0]!.close().closeAllConnections()
    for (let call = 0; call < 10; call++)
      expect((await ask("/api/orders/", { method: "POST", body: "{}" })).status).toBe(200)
    expect(new Set(asked.map(({ node }) => node))).toEqual(new Set([1]))
    nodes[0]!.listen(left, "127.0.0.1")
    await once(nodes[0]!, "listening")
  })

  test("while nodes are replaced, a file of the new pages is found on the new node", async () => {
    let misses = 1
    answer = (_, response) => response.writeHead(misses-- > 0 ? 404 : 200).end("script")
    expect((await ask("/assets/new.js")).text).toBe("script")
  })

  test("a body is as large as the call allows, and no larger", async () => {
    const shop = await openShop()
    const limits: Record<string, number> = {
      "POST /api/videos/upload": maxVideo,
      "POST /api/images/:dollId/images/bulk": maxImagesPerUpload * maxImage,
      "POST /api/slideshow/upload": maxSlide,
      "POST /api/chat/messages/:id/upload": maxChatFile,
    }
    answer = (_, response) => response.writeHead(401, { connection: "close" }).end()
    const send = async (method: string, path: string, megabytes: number) => {
      const length = String(Math.round(megabytes * megabyte))
      return (await ask(path.replace(/:\w+/g, "7"), { method, headers: { "content-length": length } })).status
    }
    const forms = shop.app.http.routes.flatMap(({ method, url, schema }) => {
      const { consumes = [] } = (schema ?? {}) as { consumes?: string[] }
      return consumes.includes("multipart/form-data") ? [{ call: `${method} ${url}`, method: String(method), url }] : []
    })
    expect(forms.length).toBeGreaterThan(6)
    for (const { call, method, url } of forms)
      expect([call, await send(method, url, (limits[call] ?? 2 * maxImage) + 1)]).toEqual([call, 401])
    expect(await send("POST", "/api/videos/upload", maxVideo + 20)).toBe(413)
    expect(await send("POST", "/api/images/upload", 3 * maxImage)).toBe(413)
    expect(await send("POST", "/api/orders/", 3)).toBe(413)
    expect(await send("POST", "/models", 3)).toBe(413)
    await shop.close()
  })

  test("WebSockets reach a node, and calls over HTTP/2 as well", async () => {
    const sockets = nodes.map((server) => new WebSocketServer({ server }))
    for (const one of sockets) one.on("connection", (socket, { url }) => socket.send(url!))
    for (const path of ["/api/ws", "/api/chat/ws/3/7"]) {
      const socket = new WebSocket(`wss://127.0.0.1:${port}${path}`, { rejectUnauthorized: false })
      const [message] = await once(socket, "message")
      expect(String(message)).toBe(path)
      socket.terminate()
    }
    for (const one of sockets) one.close()
    const session = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
    const [headers] = await once(session.request({ ":path": "/api/dolls/" }).resume(), "response")
    expect([headers[":status"], session.alpnProtocol]).toEqual([200, "h2"])
    session.close()
  })

  test("pages move to https, calls without it are refused, and metrics are for those inside", async () => {
    const plain = (path: string) => fetch(`http://127.0.0.1:${plainPort}${path}`, { redirect: "manual" })
    const moved = await plain("/models?tag=new")
    expect([moved.status, moved.headers.get("location")]).toEqual([308, "https://127.0.0.1/models?tag=new"])
    expect((await plain("/api/auth/me")).status).toBe(403)
    for (const path of ["/metrics", "/metrics/", "/%6detrics"]) expect((await ask(path)).status).toBe(404)
    expect(asked).toEqual([])
  })
})
