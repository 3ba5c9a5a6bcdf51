import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, expect, test } from "vitest"
import { anyNetwork, isPublic, NotPublic, postPublic, type RemoteFetcher } from "./outgoing.ts"

let server: Server | undefined
afterEach(async () => {
  server?.closeAllConnections()
  await new Promise((done) => (server ? server.close(done) : done(null)))
  server = undefined
})

async function serve(answer: RequestListener): Promise<string> {
  server = createServer(answer)
  await new Promise<void>((done) => server!.listen(0, "127.0.0.1", done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
}

const post = (url: string, { fetcher = anyNetwork, timeout = 5000 } = {}) =>
  postPublic(new URL(url), { headers: { "x-kind": "test" }, body: '{"a":1}', fetcher, timeout, maxAnswer: 1000 })

test("the body is posted with its headers, and the answer read", async () => {
  const url = await serve(async (request, response) => {
    const body = (await request.toArray()).join("")
    response.writeHead(202).end(`${request.method} ${request.headers["x-kind"]} ${body}`)
  })
  expect(await post(url)).toEqual({ status: 202, text: 'POST test {"a":1}' })
})

test("of an endless answer only the beginning is read", async () => {
  const url = await serve((_, response) => {
    const more = () => {
      while (response.write("x".repeat(1000)));
    }
    response.on("drain", more)
    more()
  })
  expect(await post(url)).toEqual({ status: 200, text: "x".repeat(1000) })
})

test("a receiver that answers a byte at a time, or not at all, is given up when the time is over", async () => {
  const timers: NodeJS.Timeout[] = []
  const drip = await serve((_, response) => {
    response.writeHead(200)
    timers.push(setInterval(() => response.write("x"), 20))
  })
  await expect(post(drip, { timeout: 300 })).rejects.toMatchObject({ name: "TimeoutError" })
  for (const timer of timers) clearInterval(timer)
  server!.removeAllListeners("request").on("request", () => {})
  await expect(post(drip, { timeout: 300 })).rejects.toMatchObject({ name: "TimeoutError" })
  const mute: RemoteFetcher = { resolve: () => new Promise(() => {}), isPublic }
  await expect(post("https://mute.example/", { fetcher: mute, timeout: 50 })).rejects.toMatchObject({
    name: "TimeoutError",
  })
})

test("a redirect is an answer and is not followed", async () => {
  let asked = 0
  const url = await serve((_, response) => {
    asked++
    response.writeHead(307, { location: "http://127.0.0.1/admin" }).end("moved")
  })
  expect(await post(url)).toEqual({ status: 307, text: "moved" })
  expect(asked).toBe(1)
})

test("nothing is sent to an address, or to a name that resolves to one, that is not public", async () => {
  let asked = 0
  const url = await serve((_, response) => {
    asked++
    response.end()
  })
  const { port } = new URL(url)
  const inside: RemoteFetcher = { resolve: async () => [{ address: "127.0.0.1", family: 4 }], isPublic }
  for (const host of ["127.0.0.1", "localhost", "inside.example", "[::1]", "2130706433", "169.254.169.254"]) {
    await expect(post(`http://${host}:${port}/`, { fetcher: inside })).rejects.toBeInstanceOf(NotPublic)
  }
  expect(asked).toBe(0)
})

test("a name that resolves to another address the second time is connected to at the first, which was checked", async () => {
  const url = await serve((request, response) => response.end(request.headers.host))
  let asked = 0
  const rebinding: RemoteFetcher = {
    resolve: async () => [{ address: asked++ === 0 ? "127.0.0.1" : "127.0.0.2", family: 4 }],
    isPublic: (address) => address === "127.0.0.1",
  }
  const answer = await post(url.replace("127.0.0.1", "hook.example"), { fetcher: rebinding })
  expect([answer.text.split(":")[0], asked]).toEqual(["hook.example", 1])
})
