import { once } from "node:events"
import { Agent, type IncomingMessage, request } from "node:http"
import { beforeAll, expect, test } from "vitest"
import { openShop, type TestShop } from "#test/shop.ts"
import { listen } from "#test/sockets.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})

test("a closing server completes its requests, and does not wait for idle connections", async () => {
  const agent = new Agent({ keepAlive: true })
  const headers = { "content-type": "application/json", "content-length": 2 }
  const asked = request(`${await listen(shop.app)}/api/auth/login`, { method: "POST", agent, headers })
  asked.flushHeaders()
  await once(shop.app.http.server, "request")
  const closed = shop.close()
  await new Promise((resolve) => setTimeout(resolve, 100))
  asked.end("{}")
  const [answer] = (await once(asked, "response")) as [IncomingMessage]
  expect(answer.statusCode).toBe(422)
  answer.resume()
  const began = performance.now()
  await closed
  expect(performance.now() - began).toBeLessThan(3000)
  agent.destroy()
})

test("a server that is about to close gives up its connections with the next response", async () => {
  const open = await openShop()
  const agent = new Agent({ keepAlive: true })
  const origin = await listen(open.app)
  const ask = async () => {
    const [answer] = (await once(request(`${origin}/healthz`, { agent }).end(), "response")) as [IncomingMessage]
    answer.resume()
    await once(answer, "end")
    return answer.headers.connection
  }
  expect(await ask()).toBe("keep-alive")
  open.app.retire()
  expect(await ask()).toBe("close")
  agent.destroy()
  await open.close()
})
