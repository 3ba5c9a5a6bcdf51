import { glob, mkdtemp, readFile, rm } from "node:fs/promises"
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { isPublic, type RemoteFetcher } from "../outgoing/outgoing.ts"
import { fetchPublic } from "./remote.ts"

let into: string
let server: Server | undefined
beforeEach(async () => {
  into = await mkdtemp(join(tmpdir(), "vitrine-remote-"))
})
afterEach(async () => {
  server?.closeAllConnections()
  await new Promise((done) => (server ? server.close(done) : done(null)))
  server = undefined
  await rm(into, { recursive: true })
})

/** A fake internet: every name resolves to a server here, on the port that stands for the default one. */
async function serve(answer: RequestListener): Promise<string> {
  server = createServer(answer)
  await new Promise<void>((done) => server!.listen(0, "127.0.0.1", done))
  return `http://shop.example/picture.png?at=${(server.address() as AddressInfo).port}`
}
const here: RemoteFetcher = {
  resolve: async () => [{ address: "127.0.0.1", family: 4 }],
  isPublic: () => true,
  port: (url) => Number(url.searchParams.get("at")),
}
const fetched = (url: string, maxBytes = 1000, fetcher = here) => fetchPublic(url, { into, maxBytes, fetcher })

test("a file is fetched to disk, and the server receives the original host name", async () => {
  let host: string | undefined
  const url = await serve((request, response) => {
    host = request.headers.host
    response.end("a picture")
  })
  const upload = await fetched(url)
  expect([await readFile(upload.path, "utf8"), upload.size, upload.name]).toEqual(["a picture", 9, "picture.png"])
  expect(host).toMatch(/^shop\.example/)
})

test("the name is resolved once, and the checked address is used for the connection", async () => {
  let asked = 0
  const rebinding: RemoteFetcher = {
    ...here,
    resolve: async (host) => {
      asked++
      return here.resolve(host)
    },
  }
  await fetched(await serve((_, response) => response.end("x")), 10, rebinding)
  expect(asked).toBe(1)
})

test("a name that resolves to one private address among public ones is refused", async () => {
  const mixed: RemoteFetcher = {
    resolve: async () => [
      { address: "93.184.216.34", family: 4 },
      { address: "127.0.0.1", family: 4 },
    ],
    isPublic,
  }
  await expect(fetched("http://mixed.example/a.png", 10, mixed)).rejects.toMatchObject({ code: "INVALID" })
  const none: RemoteFetcher = { resolve: async () => Promise.reject(new Error("ENOTFOUND")), isPublic }
  await expect(fetched("http://nowhere.example/a.png", 10, none)).rejects.toMatchObject({ code: "INVALID" })
})

test("redirects are not followed, an error page is not a file, and compressed bytes are not decompressed", async () => {
  let asked = 0
  const url = await serve((request, response) => {
    asked++
    const kind = request.headers["x-kind"]
    response.writeHead(kind ? 200 : 302, { location: "http://127.0.0.1/" }).end()
  })
  await expect(fetched(url)).rejects.toMatchObject({ code: "INVALID" })
  expect(asked).toBe(1)
  const missing = await serveAgain((_, response) => response.writeHead(404).end("no"))
  await expect(fetched(missing)).rejects.toMatchObject({ code: "INVALID" })
  const packed = await serveAgain((_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end("no"))
  await expect(fetched(packed)).rejects.toMatchObject({ code: "INVALID" })
})

test("no more than the maximum is read, however long the response", async () => {
  const url = await serve((_, response) => {
    const more = () => {
      while (response.write(Buffer.alloc(1000)));
    }
    response.on("drain", more)
    more()
  })
  await expect(fetched(url, 5000)).rejects.toMatchObject({
    code: "INVALID",
    message: "The file at this URL is too large.",
  })
})

test("a broken connection is an error, and so is a refused one", async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, { "content-length": "100" })
    response.write("half")
    setTimeout(() => response.destroy(), 20)
  })
  await expect(fetched(url)).rejects.toMatchObject({ code: "INVALID" })
  server!.closeAllConnections()
  await new Promise((done) => server!.close(done))
  server = undefined
  await expect(fetched(url)).rejects.toMatchObject({ message: "We couldn't reach this URL." })
})

test.each([
  ["93.184.216.34", true],
  ["8.8.8.8", true],
  ["2606:4700:4700::1111", true],
  ["127.0.0.1", false],
  ["10.1.2.3", false],
  ["172.31.0.1", false],
  ["192.168.0.1", false],
  ["169.254.169.254", false],
  ["100.64.0.1", false],
  ["0.0.0.0", false],
  ["224.0.0.1", false],
  ["255.255.255.255", false],
  ["198.18.0.1", false],
  ["::1", false],
  ["::", false],
  ["fe80::1", false],
  ["fc00::1", false],
  ["ff02::1", false],
  ["::ffff:8.8.8.8", false],
  ["64:ff9b::7f00:1", false],
  ["2002:7f00:1::", false],
  ["2001:db8::1", false],
  ["2001:0:1::1", false],
  ["not an address", false],
])("%s is public: %s", (address, expected) => {
  expect(isPublic(address)).toBe(expected)
})

/** Every spelling of this machine and its network that a URL parser, a resolver or a proxy might take for an address. */
test.each([
  "127.0.0.1",
  "127.1",
  "2130706433",
  "0x7f000001",
  "0x7f.1",
  "0177.0.0.1",
  "017700000001",
  "0",
  "①②⑦.⓪.⓪.①",
  "127。0。0。1",
  "%31%32%37.0.0.1",
  "169.254.169.254",
  "2852039166",
  "localhost",
  "LOCALHOST.",
  "[::1]",
  "[::]",
  "[0:0:0:0:0:0:0:1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::127.0.0.1]",
  "[64:ff9b::127.0.0.1]",
  "[2002:7f00:1::]",
  "[fe80::1]",
  "[fd00:ec2::254]",
])("nothing is asked of http://%s/", async (host) => {
  const inside: RemoteFetcher = { resolve: async () => [{ address: "127.0.0.1", family: 4 }], isPublic }
  for (const scheme of ["http", "https"])
    await expect(fetched(`${scheme}://${host}/a.png`, 10, inside)).rejects.toMatchObject({
      message: "This URL is not on the public internet.",
    })
})

test.each([
  "file:///etc/passwd",
  "gopher://x/",
  "data:,x",
  "ftp://x/",
  "//x/",
  "x",
  "http://a@x/",
  "http://x:22/",
  "http://",
])("%s is refused before anything is resolved", async (url) => {
  const resolve = vi.fn(async () => [])
  await expect(fetched(url, 10, { resolve, isPublic })).rejects.toMatchObject({ code: "INVALID" })
  expect(resolve).not.toHaveBeenCalled()
})

test("only this file fetches what a user names: the others call the address of a setting, or this server", async () => {
  const callers: string[] = []
  for await (const file of glob("server/**/*.ts")) {
    if (file.endsWith(".test.ts")) continue
    if (/\bfetch\(|\brequest as \w+Request\b/.test(await readFile(file, "utf8"))) callers.push(file)
  }
  expect(callers.sort()).toEqual([
    "server/platform/moderation/engine/remote.ts",
    "server/platform/outgoing/outgoing.ts",
    "server/sales/payments/nowpayments.ts",
    "server/sales/payments/sandbox.ts",
  ])
})

async function serveAgain(answer: RequestListener): Promise<string> {
  server!.closeAllConnections()
  await new Promise((done) => server!.close(done))
  return serve(answer)
}
