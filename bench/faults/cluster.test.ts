import { existsSync } from "node:fs"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { type Cluster, missingPackages, startCluster, trustProxy } from "./cluster.ts"
import { address, call, enter } from "./kill.ts"
import { openWitness } from "./witness.ts"

const clustered = test.skipIf(missingPackages.length > 0)

let cluster: Cluster
beforeAll(async () => {
  if (missingPackages.length > 0) return
  cluster = await startCluster()
  trustProxy(cluster)
})
afterAll(() => cluster?.stop())

clustered("three nodes behind the proxy serve a page, an order and a chat message on all of them", async () => {
  const { url, nodes } = cluster
  const page = await fetch(`${url}/models`)
  const isBuilt = existsSync("build/server/index.js")
  expect([page.status, await page.text()]).toEqual(
    isBuilt ? [200, expect.stringContaining("</html>")] : [503, expect.stringContaining("not built")],
  )

  const [member, moderator] = await Promise.all(["vvip", "moderator"].map((who) => enter(url, `${who}@demo.example`)))
  await call(url, "POST", "/api/cart/", member!, { doll_id: 1, quantity: 1 })
  const order = await call(url, "POST", "/api/orders", member!, address)
  expect(order.status).toBe(201)
  const invoice = await call(url, "POST", "/api/nowpayments/create-invoice", member!, {
    order_id: order.body.reference,
  })
  const paid = await fetch(invoice.body.invoice_url, {
    method: "POST",
    body: new URLSearchParams({ outcome: "finished" }),
    redirect: "manual",
  })
  expect([new URL(invoice.body.invoice_url).origin, paid.status]).toEqual([url, 303])
  for (const node of nodes) {
    const { body } = await call(node.url, "GET", `/api/orders/${order.body.id}`, member!)
    expect(body.status).toBe("to_be_shipped")
  }

  const { body: rooms } = await call(url, "GET", "/api/chat/user/rooms/", member!)
  const open = async (at: { url: string; isUp: boolean }, token: string) =>
    openWitness(at, { token, id: (await call(url, "GET", "/api/auth/me", token)).body.id }, rooms[0].id)
  const sender = await open({ url, isUp: true }, member!)
  const receivers = await Promise.all(nodes.map((node) => open(node, moderator!)))
  await vi.waitFor(() => expect([sender, ...receivers].every(({ isIn }) => isIn)).toBe(true), { timeout: 10_000 })
  const id = await sender.create("Good evening to all", "cluster-1")
  await vi.waitFor(() =>
    expect(receivers.map(({ known }) => known.get(id!)?.content)).toEqual(nodes.map(() => "Good evening to all")),
  )
  for (const one of [sender, ...receivers]) one.close()
})
