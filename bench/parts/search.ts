import { filledDatabase } from "../fill.ts"
import { serveShop } from "../processes.ts"
import { type Row, verdict } from "../table.ts"

/** Words with many, few and no results, one after another, without a cache. */
const words = [
  "bronze",
  "isolde",
  "number 777",
  "quiet edge",
  "nothing like it",
  "celadon on a turned",
  "Piece 4",
  "daylight",
  "slow look",
  "octavia",
]

export async function search(cluster: string): Promise<Row[]> {
  const shop = await serveShop({ DATABASE_URL: await filledDatabase(cluster, 100_000), DEMO: "0", VITRINE_CACHE: "0" })
  const times: number[] = []
  for (let round = 0; round < 20; round++) {
    for (const [index, word] of words.entries()) {
      const began = performance.now()
      const answer = await fetch(
        `${shop.url}/api/dolls?limit=24&skip=${(round % 4) * 24}&q=${encodeURIComponent(`${word}`)}`,
      )
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`q=${word} answers ${answer.status}`)
      if (round > 1 || index > 100) times.push(performance.now() - began)
    }
  }
  await shop.stop()
  times.sort((a, b) => a - b)
  const p95 = times[Math.floor(times.length * 0.95)]!
  return [
    {
      part: "search",
      what: "`?q=` over 100,000 models, p95, no cache",
      measured: `${p95.toFixed(1)} ms`,
      must: "40 ms",
      wanted: "10 ms",
      reached: verdict(p95, 40, 10),
    },
  ]
}
