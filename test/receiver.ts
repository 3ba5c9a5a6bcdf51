import { once } from "node:events"
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"

export interface Received {
  headers: IncomingHttpHeaders
  body: string
}

/** Receives webhooks on this machine. */
export interface Receiver {
  url: string
  received: Received[]
  /** Answers 200 by default. It can be replaced, and runs after the request was recorded. */
  answer: RequestListener
  stop(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join("")
    receiver.received.push({ headers: request.headers, body })
    receiver.answer(request, response)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    answer: (_, response) => void response.end("thanks"),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return receiver
}

/**
 * Checks the signature of a request against a secret, with Web Crypto as in Standard Webhooks, and without code of the
 * shop.
 */
export async function isSignedWith(secret: string, { headers, body }: Received): Promise<boolean> {
  const bytes = Buffer.from(secret.replace(/^whsec_/, ""), "base64")
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"])
  const signed = Buffer.from(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`)
  const results = String(headers["webhook-signature"])
    .split(" ")
    .map((one) => {
      const [version, signature = ""] = one.split(",")
      return version === "v1" && crypto.subtle.verify("HMAC", key, Buffer.from(signature, "base64"), signed)
    })
  return (await Promise.all(results)).includes(true)
}
