import { createHash } from "node:crypto"
import type { FakeNowPayments } from "#test/nowpayments.ts"
import { query } from "#test/postgres.ts"
import type { Cluster } from "./cluster.ts"
import { type Alive, call, enter, judge, judgeBooks, nothingSeen, shop, signIn } from "./kill.ts"
import { pause } from "./servers.ts"
import { openWitness, type Witness } from "./witness.ts"

/** A request, or a chat message that was sent once. */
interface Attempt {
  kind: string
  began: number
  ended: number
  /** The status of the response; null for a message, and without a response. */
  status: number | null
  /** True if it was answered, and not with 5xx or 429. */
  isServed: boolean
}

export interface Load {
  /** Returns everything that was tried since the last call, in the order of completion. */
  attempts(): Attempt[]
  /** Returns the numbers of acknowledged actions so far. */
  count(): { orders: number; payments: number; webhooks: number; messages: number; files: number }
  /** Waits until everything works for somebody who arrives now. */
  served(): Promise<void>
  start(): void
  /** Ends all work, and resolves when no answer is pending. */
  rest(): Promise<void>
  /** Returns acknowledged actions that are not stored exactly once. Webhooks have a minute to be applied. */
  violations(): Promise<string[]>
  close(): void
}

const kinds = ["page", "login", "order", "webhook", "message", "file"]

/** Prepares visitors, sign-ins, buyers, files and a conversation in four windows, which all use the proxy. */
export async function openLoad({ url, database }: Cluster, provider: FakeNowPayments): Promise<Load> {
  const attempts: Attempt[] = []
  const restore = watchFetch(url)
  const alive: Alive = { now: false, url }
  const seen = nothingSeen()
  /** SHA-256 of the webhooks answered with 200, as in `payment_events.event_key`. */
  const webhooks = new Set<string>()
  const files = new Map<number, { url: string; bytes: Buffer }>()
  await query(database.primaryUrl, "update dolls set stock = stock + 100000 where stock is not null")
  const stock = await query<{ id: number; stock: number }>(
    database.primaryUrl,
    "select id, stock from dolls where stock is not null",
  )
  const before = new Map(stock.map((row) => [row.id, row.stock]))
  const buyers = await Promise.all([0, 1, 2].map((index) => signIn(url, index)))
  const [member, moderator] = (await Promise.all(
    ["vvip", "moderator"].map((who) => enter(url, `${who}@demo.example`)),
  )) as [string, string]
  const { body: rooms } = await call(url, "GET", "/api/chat/user/rooms/", member)
  // A room without a moderator is closed to all of these.
  const room: number = rooms.find((one: { moderator_id: number | null }) => one.moderator_id !== null).id
  const chatClients: { name: string; witness: Witness }[] = []
  for (const [name, token] of Object.entries({ member, member2: member, moderator, moderator2: moderator })) {
    const { body: me } = await call(url, "GET", "/api/auth/me", token)
    chatClients.push({ name, witness: openWitness({ url, isUp: true }, { id: me.id, token }, room, { pings: true }) })
  }

  const workers = [
    ...buyers.map((token, n) => () => shop(alive, token, n, seen, pay)),
    ...chatClients.map((client) => chat(client)),
    ...["/models", "/model/1", "/api/dolls?limit=12&q=", "/models?q="].map((path) => visit(path)),
    whileAlive(500, () => signIn(url, 0)),
    attach(),
  ]
  let running: Promise<unknown> = Promise.resolve()
  const start = () => {
    alive.now = true
    running = Promise.all(workers.map((work) => work()))
  }

  return {
    attempts: () => attempts.splice(0),
    count: () => ({
      orders: seen.orders.size,
      payments: seen.paid.size,
      webhooks: webhooks.size,
      messages: seen.messages.size,
      files: files.size,
    }),
    served,
    start,
    rest: async () => {
      alive.now = false
      await running
    },
    violations: async () => {
      for (const late = performance.now() + 60_000; ; await pause(2000)) {
        const faults = await check()
        if (faults.length === 0 || performance.now() > late) return faults
      }
    },
    close: () => {
      alive.now = false
      for (const { witness } of chatClients) witness.close()
      restore()
    },
  }

  /** Counts every request to the shop, and reads its answer to the end. Returns a function that restores `fetch`. */
  function watchFetch(origin: string) {
    const real = globalThis.fetch
    globalThis.fetch = async (input, init) => {
      const address = new URL(input as string | URL)
      if (address.origin !== origin) return real(input, init)
      const attempt: Attempt = {
        kind: kindOf(address.pathname),
        began: performance.now(),
        ended: 0,
        status: null,
        isServed: false,
      }
      try {
        const answer = await real(input, { signal: AbortSignal.timeout(30_000), ...init })
        const bytes = await answer.arrayBuffer()
        attempt.status = answer.status
        attempt.isServed = answer.status < 500 && answer.status !== 429
        return new Response(bytes.byteLength > 0 ? bytes : null, answer)
      } finally {
        attempt.ended = performance.now()
        attempts.push(attempt)
      }
    }
    return () => {
      globalThis.fetch = real
    }
  }

  function whileAlive(every: number, work: (turn: number) => Promise<unknown>): () => Promise<void> {
    let turn = 0
    return async () => {
      for (; alive.now; turn++) {
        // `watchFetch` counts failures.
        await work(turn).catch(() => {})
        await pause(every)
      }
    }
  }

  /** Every second address is a new one, which the proxy cannot have cached. */
  function visit(path: string) {
    return whileAlive(30, (turn) => fetch(`${url}${path}${path.endsWith("=") ? turn : ""}`))
  }

  function chat({ name, witness }: (typeof chatClients)[number]) {
    return whileAlive(100, async (turn) => {
      const clientId = `cluster-${name}-${turn}`
      for (let id: number | null = null; id === null && alive.now; ) {
        const began = performance.now()
        id = await witness.create(`Line ${turn} of ${name}`, clientId)
        attempts.push({ kind: "message", began, ended: performance.now(), status: null, isServed: id !== null })
        if (id === null) await pause(100)
        else seen.messages.set(clientId, id)
      }
    })
  }

  function attach() {
    return whileAlive(400, async (turn) => {
      const bytes = Buffer.from(`%PDF-1.4\n1 0 obj<</Type/Catalog/Turn ${turn}>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF`)
      while (alive.now) {
        const form = new FormData()
        form.set("client_id", `cluster-file-${turn}`)
        form.set("file", new File([bytes], `note-${turn}.pdf`, { type: "application/pdf" }))
        const headers = { authorization: `Bearer ${member}` }
        const init = { method: "POST", headers, body: form }
        const answer = await fetch(`${url}/api/chat/messages/${room}/upload`, init).catch(() => null)
        if (answer && answer.status < 300) {
          const { id, file_url } = (await answer.json()) as { id: number; file_url: string }
          files.set(id, { url: file_url, bytes })
          seen.messages.set(`cluster-file-${turn}`, id)
          return
        }
        await pause(200)
      }
    })
  }

  /** Repeats each webhook until it is answered with 200, as the provider does. */
  async function pay(alive: Alive, { invoice_url }: { invoice_url: string }): Promise<boolean> {
    const payment = provider.pay(new URL(invoice_url).searchParams.get("iid")!)
    for (const status of ["waiting", "confirming", "finished"]) {
      payment.payment_status = status
      payment.updated_at = new Date().toISOString()
      if (status === "finished") payment.actually_paid = payment.pay_amount
      const { body, signature } = provider.webhook(payment)
      const headers = { "content-type": "application/json", "x-nowpayments-sig": signature }
      const init = { method: "POST", headers, body }
      while ((await fetch(`${url}/api/nowpayments/ipn`, init).catch(() => null))?.status !== 200) {
        if (!alive.now) return false
        await pause(200)
      }
      webhooks.add(createHash("sha256").update(body).digest("hex"))
    }
    return true
  }

  async function served(): Promise<void> {
    const began = performance.now()
    const isServed = (kind: string) => attempts.some((one) => one.kind === kind && one.isServed && one.began > began)
    while (!kinds.every(isServed)) {
      if (performance.now() - began > 90_000) {
        const away = kinds.filter((kind) => !isServed(kind))
        throw new Error(`Not served again after 90 s: ${away.join(", ")}`)
      }
      await pause(20)
    }
  }

  async function check(): Promise<string[]> {
    const faults = await judge(url, buyers, seen)
    faults.push(...(await judgeBooks("", database.primaryUrl, before, seen)))
    const events = await query<{ event_key: string }>(
      database.primaryUrl,
      "select event_key from payment_events where processed_at is not null",
    )
    const applied = new Set(events.map(({ event_key }) => event_key))
    for (const key of webhooks) if (!applied.has(key)) faults.push(`webhook ${key} was acknowledged and is not applied`)
    for (const { name, witness } of chatClients) {
      const contents = [...witness.known.values()].map(({ content }) => content)
      const lines = contents.filter((content) => content.startsWith("Line "))
      if (new Set(lines).size < lines.length) faults.push(`a message was shown twice to the ${name}`)
      for (const id of seen.messages.values())
        if (!witness.known.has(id)) faults.push(`message ${id} was acknowledged and never shown to the ${name}`)
    }
    for (const [id, { url: path, bytes }] of files) {
      const answer = await fetch(new URL(path, url), { headers: { authorization: `Bearer ${member}` } })
      if (!Buffer.from(await answer.arrayBuffer()).equals(bytes)) faults.push(`the file of message ${id} is not whole`)
    }
    return faults.slice(0, 20)
  }
}

function kindOf(path: string): string {
  if (path.startsWith("/api/auth/login")) return "login"
  if (path.startsWith("/api/nowpayments/ipn")) return "webhook"
  if (path.endsWith("/upload")) return "file"
  if (path === "/api/orders") return "order"
  return path.startsWith("/api/") && !path.startsWith("/api/dolls") ? "call" : "page"
}
