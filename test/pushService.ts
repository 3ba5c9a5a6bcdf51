import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto"
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { PushNotice, PushSubscription } from "#contract/push.ts"
import type { RemoteFetcher } from "#server/platform/outgoing/outgoing.ts"
import type { TestPerson, TestShop } from "./shop.ts"

export interface Received {
  /** The path of the subscription's endpoint. */
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Starts a push service on loopback, to which every name resolves. `answer` responds, by default with 201. */
export async function openPushService() {
  const received: Received[] = []
  const service = {
    received,
    answer: (response: ServerResponse): void => void response.writeHead(201).end(),
    fetcher: {} as RemoteFetcher,
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((done) => server.close(() => done()))
    },
  }
  const server = createServer(async (request, response) => {
    const chunks = await Array.fromAsync(request)
    received.push({ path: request.url!, headers: request.headers, body: Buffer.concat(chunks as Buffer[]) })
    service.answer(response)
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const { port } = server.address() as AddressInfo
  Object.assign(service.fetcher, {
    resolve: async () => [{ address: "127.0.0.1", family: 4 }],
    isPublic: () => true,
    port: () => port,
    withoutTls: true,
  } satisfies RemoteFetcher)
  return service
}

let browsers = 0

/** Makes what a browser makes for a subscription: a key pair, a secret, and an address at its push service. */
export function aBrowser() {
  const pair = createECDH("prime256v1")
  pair.generateKeys()
  const auth = randomBytes(16)
  const path = `/push/${++browsers}`
  const subscription = (public_key: string): PushSubscription => ({
    endpoint: `https://push.example${path}`,
    p256dh: pair.getPublicKey("base64url"),
    auth: auth.toString("base64url"),
    public_key,
  })
  /** Decrypts a message as in RFC 8291 (section 3) and RFC 8188 (section 2). Throws if it is not for this browser. */
  const read = ({ body }: Received): PushNotice => {
    const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)]
    const theirs = body.subarray(21, 21 + keyLength)
    const sealed = body.subarray(21 + keyLength)
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), pair.getPublicKey(), theirs])
    const derive = (from: Uint8Array, using: Uint8Array, about: Uint8Array | string, length: number) =>
      Buffer.from(hkdfSync("sha256", from, using, about, length))
    const secret = derive(pair.computeSecret(theirs), auth, info, 32)
    const cipher = createDecipheriv(
      "aes-128-gcm",
      derive(secret, salt, "Content-Encoding: aes128gcm\0", 16),
      derive(secret, salt, "Content-Encoding: nonce\0", 12),
    )
    cipher.setAuthTag(sealed.subarray(-16))
    const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString())
  }
  return { path, subscription, read }
}
export type TestBrowser = ReturnType<typeof aBrowser>

/** Turns notifications on for a person in a new browser. */
export async function withBrowser(shop: TestShop, as: TestPerson): Promise<TestBrowser> {
  const browser = aBrowser()
  const { body: state } = await shop.call("GET /api/push", { as })
  const { status } = await shop.call("PUT /api/push/subscription", {
    as,
    body: browser.subscription(state.public_key),
  })
  if (status !== 204) throw new Error(`Not subscribed: ${status}`)
  return browser
}
