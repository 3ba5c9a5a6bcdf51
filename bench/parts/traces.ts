import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { inSpan } from "#server/platform/tracing/tracing.ts"
import { pairs, whole } from "../compare.ts"
import { cpuOf } from "../cores.ts"
import { filledDatabase } from "../fill.ts"
import { load, type Served, serveShop } from "../processes.ts"
import { median, type Row, verdict } from "../table.ts"

const path = "/api/dolls?skip=24&limit=24"

/** Compares an uncached list whose requests and statements are traced with the same list without traces. */
export async function traces(cluster: string): Promise<Row[]> {
  let bytes = 0
  const collector = createServer((request, response) => {
    request.on("data", (part: Buffer) => {
      bytes += part.length
    })
    request.on("end", () => response.end("{}"))
  }).listen(0, "127.0.0.1")
  const endpoint = () => `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  const url = await filledDatabase(cluster, 1000)
  const env = { DATABASE_URL: url, DEMO: "0", VITRINE_CACHE: "0" }
  const off = await serveShop(env)
  const on = await serveShop({ ...env, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint() })
  for (const { url } of [on, off]) await load(url + path, { connections: 10, seconds: 2 })
  const both = await pairs(
    () => perProcessorSecond(on),
    () => perProcessorSecond(off),
  )
  await on.stop()
  await off.stop()
  collector.closeAllConnections()
  collector.close()
  if (bytes === 0) throw new Error("No traces were received")
  const cost = await costWhenOff()
  return [
    {
      part: "traces",
      what: "`GET /api/dolls?skip=24&limit=24`, cache off, every request traced, against no traces: requests for a second of the server's processor",
      measured: `${both.ratio.toFixed(2)} (${whole(both.ours)} of ${whole(both.bare)})`,
      must: "0.50",
      wanted: "0.80",
      reached: verdict(both.ratio, 0.5, 0.8),
    },
    {
      part: "traces",
      what: "a span around an async function while traces are off, beyond the call alone",
      measured: `${cost.toFixed(0)} ns`,
      must: "1,000 ns",
      wanted: "100 ns",
      reached: verdict(cost, 1000, 100),
    },
  ]
}

/** Other work on the machine changes this figure less than the requests per second. */
async function perProcessorSecond({ url, pid }: Served): Promise<{ rate: number }> {
  const [began, before] = [performance.now(), cpuOf(pid)]
  const { rate } = await load(url + path, { connections: 10 })
  return { rate: (rate * (performance.now() - began)) / 1000 / (cpuOf(pid) - before) }
}

async function costWhenOff(): Promise<number> {
  const work = async () => {}
  const about = () => ({ name: "bench", kind: "internal", within: "any", attributes: {} }) as const
  const time = async (call: () => Promise<void>) => {
    const began = performance.now()
    for (let turn = 0; turn < 1_000_000; turn++) await call()
    return performance.now() - began
  }
  const rounds: number[] = []
  for (let round = 0; round < 9; round++) rounds.push((await time(() => inSpan(about, work))) - (await time(work)))
  // In a million calls, a millisecond of difference is a nanosecond for each.
  return median(rounds)
}
