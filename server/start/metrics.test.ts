import { execFile, execFileSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { Registry } from "@prometheus-io/client"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { openShop, type TestShop } from "#test/shop.ts"
import { openSocket } from "#test/sockets.ts"
import { after, hours, minutes } from "../platform/clock.ts"
import { webhookDeliveries, webhookEndpoints } from "../platform/integrations/tables.ts"
import { createJobs } from "../platform/jobs.ts"
import { createLog } from "../platform/log.ts"
import { enqueue } from "../platform/mail/outbox.ts"
import { mailOutbox } from "../platform/mail/tables.ts"
import { paymentEvents, payments } from "../sales/payments/tables.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const scrape = async () => (await shop.app.http.inject("/metrics")).body
/** The value of `name{labels}`; undefined if it is missing. */
const valueIn = (text: string, sample: string) => {
  const line = text.split("\n").find((one) => one.startsWith(`${sample} `))
  return line === undefined ? undefined : Number(line.slice(sample.length))
}

test("emails, webhooks and payments are counted as they are in the database", async () => {
  const { store } = shop.app
  const now = shop.clock.now()
  const email = { kind: "test", to: "vera@demo.example", subject: "Hello", text: "Hello", html: "Hello" }
  for (const _ of [1, 2, 3]) await enqueue(store, email)
  await enqueue(store, email)
  await enqueue(store, { ...email, kind: "dead" })
  await store.db.update(mailOutbox).set({ deadAt: now }).where(eq(mailOutbox.kind, "dead"))
  const event = { provider: "sandbox", source: "notice", raw: "{}", receivedAt: now } as const
  await store.db.insert(paymentEvents).values([
    { ...event, eventKey: "one" },
    { ...event, eventKey: "two", processedAt: now },
  ])
  const payment = { provider: "sandbox", providerStatus: "waiting", rank: 1, updatedAt: now }
  await store.db.insert(payments).values([
    { ...payment, paymentId: "1", status: "pending", createdAt: now },
    { ...payment, paymentId: "2", status: "failed", createdAt: now },
    { ...payment, paymentId: "3", status: "failed", createdAt: after(now, -hours(23)) },
    { ...payment, paymentId: "4", status: "failed", createdAt: after(now, -hours(25)) },
  ])
  const [hook, off] = await store.db
    .insert(webhookEndpoints)
    .values(
      [true, false].map((isActive) => ({
        ...{ url: "https://hooks.example/", events: [], secret: Buffer.from(""), isActive, createdAt: now },
      })),
    )
    .returning()
  const delivery = { eventId: randomUUID(), type: "webhook.test", payload: "{}", createdAt: now }
  await store.db.insert(webhookDeliveries).values([
    { ...delivery, endpointId: hook!.id, nextAttemptAt: after(now, -minutes(4)) },
    { ...delivery, endpointId: off!.id, nextAttemptAt: after(now, -minutes(4)) },
    { ...delivery, endpointId: hook!.id, eventId: randomUUID(), nextAttemptAt: after(now, minutes(4)) },
    { ...delivery, endpointId: hook!.id, eventId: randomUUID() },
  ])
  shop.clock.advance(90_000)
  const text = await scrape()
  expect(valueIn(text, 'mail_backlog{state="waiting"}')).toBe(4)
  expect(valueIn(text, 'mail_backlog{state="failed"}')).toBe(1)
  expect(Math.round(valueIn(text, "mail_overdue_seconds")! / 10)).toBe(9)
  expect(valueIn(text, 'queue_depth{queue="webhooks"}')).toBe(1)
  expect(valueIn(text, 'queue_depth{queue="webhooks out"}')).toBe(1)
  expect(valueIn(text, 'queue_depth{queue="chat messages"}')).toBe(0)
  expect(valueIn(text, 'payments_last_day{status="pending"}')).toBe(1)
  expect(valueIn(text, 'payments_last_day{status="failed"}')).toBe(2)
  expect(valueIn(text, 'payments_last_day{status="completed"}')).toBe(0)
  expect(valueIn(text, "database_up")).toBe(1)
  expect(valueIn(text, "bus_up")).toBe(1)
})

test("answers from memory are told from those that had to be made", async () => {
  const counts = async () => {
    const text = await scrape()
    return ["hit", "miss"].map((result) => valueIn(text, `response_cache_requests_total{result="${result}"}`)!)
  }
  const [hits, misses] = await counts()
  for (const _ of [1, 2, 3]) await shop.call("GET /api/dolls?limit=7")
  await shop.call("GET /api/dolls?limit=7", { as: await shop.aUser() })
  expect(await counts()).toEqual([hits! + 2, misses! + 1])
})

test("open sockets, the lag of the event loop and the connections in use are told", async () => {
  expect(valueIn(await scrape(), "sockets_open")).toBe(0)
  const socket = await openSocket(shop.app, await shop.aUser())
  await vi.waitFor(async () => expect(valueIn(await scrape(), "sockets_open")).toBe(1))
  const text = await scrape()
  expect(valueIn(text, "nodejs_eventloop_lag_p99_seconds")).toBeGreaterThanOrEqual(0)
  const isPostgres = shop.app.database.kind === "postgres"
  expect(valueIn(text, 'database_pool_waiting{pool="requests"}')).toBe(isPostgres ? 0 : undefined)
  const idle = valueIn(text, 'database_pool_connections{pool="requests",state="idle"}')
  if (isPostgres) expect(idle).toBeGreaterThan(0)
  else expect(idle).toBeUndefined()
  socket.close()
})

test("a job that fails is counted, and one that has not run yet is counted as 0", async () => {
  const metrics = new Registry()
  const jobs = createJobs(createLog("silent"), metrics)
  let runs = 0
  const work = async () => {
    if (runs++ > 0) throw new Error("The disk is gone")
  }
  jobs.every(5, "sweeps", work)
  jobs.every(60_000, "rests", work)
  expect(valueIn(await metrics.metrics(), 'job_runs_total{name="rests",result="failed"}')).toBe(0)
  await vi.waitFor(async () => {
    expect(valueIn(await metrics.metrics(), 'job_runs_total{name="sweeps",result="failed"}')).toBeGreaterThan(1)
  })
  await jobs.stop()
  expect(valueIn(await metrics.metrics(), 'job_runs_total{name="sweeps",result="done"}')).toBe(1)
})

test("a scrape is answered without numbers of the database while it fails, or says nothing", async () => {
  const reading = vi.spyOn(shop.app.store, "longRunning")
  const silence = Promise.withResolvers<never>()
  for (const answer of [() => Promise.reject(new Error("away")), () => silence.promise]) {
    reading.mockImplementationOnce(answer)
    const text = await scrape()
    expect(valueIn(text, "database_up")).toBe(0)
    expect(text).not.toContain('queue_depth{queue="webhooks"}')
    expect(text).not.toMatch(/^(mail_overdue_seconds|mail_backlog|payments_last_day)\b/m)
    expect(valueIn(text, 'queue_depth{queue="chat messages"}')).toBe(0)
    expect(text).toContain("http_request_duration_seconds_count")
  }
  reading.mockRestore()
  silence.reject(new Error("away"))
  await vi.waitFor(async () => expect(valueIn(await scrape(), "database_up")).toBe(1))
})

const deployed = (name: string) => new URL(`../../deploy/${name}`, import.meta.url)
const alerts = async () => {
  const text = await readFile(deployed("alerts.yaml"), "utf8")
  const found = [...text.matchAll(/- alert: (\w+)\n +expr: (.+)\n/g)].map(([, name, expr]) => ({ name, expr: expr! }))
  expect(found).toHaveLength(text.split("- alert:").length - 1)
  return found
}

/** The names of metrics in a query, and what it asks of their labels. */
function asked(query: string): { name: string; labels: [label: string, value: string][] }[] {
  const plain = query.replace(/\b(by|without|on|ignoring) *\([^)]*\)/g, "").replace(/\[[^\]]*\]/g, "")
  const isWord = /^(and|or|unless|offset|bool)$/
  return [...plain.matchAll(/(?<![\w.$"])([a-z_][a-z0-9_]*)(?![\w(]| *\()(\{[^}]*\})?/g)]
    .filter(([, name]) => !isWord.test(name!))
    .map(([, name, braces = ""]) => ({
      name: name!,
      labels: [...braces.matchAll(/(\w+)="([^"$]*)"/g)].map(([, label, value]) => [label!, value!]),
    }))
}

test("the dashboard and the alerts ask for metrics that exist", async () => {
  const dashboard = JSON.parse(await readFile(deployed("grafana-dashboard.json"), "utf8"))
  const panels: { targets?: { expr: string }[] }[] = dashboard.panels
  const queries = [
    ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ...(await alerts()).map(({ expr }) => expr),
  ]
  shop.app.jobs.every(60_000, "rests", async () => {})
  const text = await scrape()
  const families = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!))
  const used = queries.flatMap((query) => {
    const found = asked(query)
    expect(found, query).not.toEqual([])
    return found
  })
  expect(used.length).toBeGreaterThan(40)
  for (const { name, labels } of used) {
    // Prometheus' own.
    if (name === "up") continue
    const family = name.replace(/^(http_request_duration_seconds)_(bucket|sum|count)$/, "$1")
    expect(families, name).toContain(family)
    const samples = text.split("\n").filter((line) => line.startsWith(`${name}{`))
    for (const [label, value] of labels) {
      // Added by Prometheus; and there are no pools on the embedded database.
      if (label === "job" || (family.startsWith("database_pool") && samples.length === 0)) continue
      expect(samples.join("\n"), name).toContain(`${label}="${value}"`)
    }
  }
})

test("every alert has its entry in the runbook, and every entry its alert", async () => {
  const operations = await readFile(new URL("../../docs/operations.md", import.meta.url), "utf8")
  const section = operations.split(/^## /m).find((one) => one.startsWith("Alerts\n"))
  const entries = section!.split(/^### /m).slice(1)
  const names = (await alerts()).map(({ name }) => name)
  expect(entries.map((entry) => entry.split("\n", 1)[0])).toEqual(names)
  for (const entry of entries) expect(entry).toMatch(/Meaning:\s.+Look:\s.+Do:\s/s)
})

const hasPromtool = (() => {
  try {
    execFileSync("promtool", ["--version"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
})()

test.skipIf(!hasPromtool)("promtool accepts the alert rules and what /metrics says", async () => {
  const { stdout } = await promisify(execFile)("promtool", ["check", "rules", deployed("alerts.yaml").pathname])
  expect(stdout).toContain("SUCCESS")
  const text = await scrape()
  // Its advice on names (3) is not an error in the format (1).
  const code = await new Promise((done) => {
    const checking = execFile("promtool", ["check", "metrics"], (error) => done(error?.code ?? 0))
    checking.stdin!.end(text)
  })
  expect([0, 3]).toContain(code)
})

test.skipIf(!hasPromtool)(
  "a job that fails raises an alert however often it runs, one that failed once does not",
  async () => {
    const runs = (instance: string, name: string, failed: string, done: string) =>
      Object.entries({ failed, done }).map(([result, values]) => ({
        series: `job_runs_total{job="vitrine",instance="${instance}",name="${name}",result="${result}"}`,
        values,
      }))
    const [never, hourly] = ["0x240", "0x59 1x59 2x59 3x59 4x59"]
    const alert = (name: string) => ({
      exp_labels: { name, severity: "warn" },
      exp_annotations: { summary: `The job “${name}” fails` },
    })
    const unitTest = {
      rule_files: [fileURLToPath(deployed("alerts.yaml"))],
      tests: [
        {
          interval: "1m",
          input_series: [
            ...runs("one", "often", "0+12x240", never),
            ...runs("one", "hourly on one node", hourly, never),
            ...runs("two", "hourly on one node", never, hourly),
            ...runs("one", "failed once", "0x59 1x180", "0x119 1x59 2x59 3x59"),
          ],
          alert_rule_test: [
            { eval_time: "4h", alertname: "JobFailing", exp_alerts: ["hourly on one node", "often"].map(alert) },
          ],
        },
      ],
    }
    const folder = await mkdtemp(join(tmpdir(), "vitrine-alerts-"))
    try {
      await writeFile(join(folder, "test.json"), JSON.stringify(unitTest))
      const { stdout } = await promisify(execFile)("promtool", ["test", "rules", join(folder, "test.json")])
      expect(stdout).toContain("SUCCESS")
    } finally {
      await rm(folder, { recursive: true })
    }
  },
)
