import { againstBare, whole } from "../compare.ts"
import { filledDatabase } from "../fill.ts"
import { serveShop } from "../processes.ts"
import { median, type Row, verdict } from "../table.ts"

export async function pages(cluster: string): Promise<Row[]> {
  const database = await filledDatabase(cluster, 1000)
  const shop = await serveShop({ DATABASE_URL: database, DEMO: "0" })
  const rows: Row[] = []
  for (const path of ["/models", "/model/500"]) {
    const { ratio, ours, bare, bytes } = await againstBare(shop.url + path)
    rows.push({
      part: "pages",
      what: `\`GET ${path.replace("500", "{id}")}\` as HTML, warm, against bare http with the same bytes`,
      measured: `${ratio.toFixed(2)} (${whole(ours)} of ${whole(bare)} pages/s, ${whole(bytes)} bytes)`,
      must: "0.50",
      wanted: "0.80",
      reached: verdict(ratio, 0.5, 0.8),
    })
  }
  await shop.stop()
  rows.push(await cold(database))
  return rows
}

/** Renders every page uncached, one after another, for one visitor. */
async function cold(database: string): Promise<Row> {
  const shop = await serveShop({ DATABASE_URL: database, DEMO: "0", VITRINE_CACHE: "0" })
  const times: number[] = []
  for (let round = 0; round < 300; round++) {
    const path = round % 2 ? `/model/${1 + round}` : `/models?page=${1 + (round % 40)}`
    const began = performance.now()
    const answer = await fetch(shop.url + path, { headers: { "accept-encoding": "identity" } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}`)
    if (round >= 60) times.push(performance.now() - began)
  }
  await shop.stop()
  const p50 = median(times)
  return {
    part: "pages",
    what: "one cold page render, p50",
    measured: `${p50.toFixed(1)} ms`,
    must: "10 ms",
    wanted: "4 ms",
    reached: verdict(p50, 10, 4),
  }
}
