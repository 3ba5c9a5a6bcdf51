import { type Load, load, serveBare } from "./processes.ts"
import { median } from "./table.ts"

/**
 * Measures three interleaved pairs of the shop and a bare server that sends the same bytes. Returns the median of the
 * ratios.
 */
export async function againstBare(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ ratio: number; ours: number; bare: number; bytes: number }> {
  const answer = await fetch(url, { headers: { "accept-encoding": "identity", ...headers } })
  const body = Buffer.from(await answer.arrayBuffer())
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`)
  const sent = Object.fromEntries(
    [...answer.headers].filter(([name]) => !["connection", "keep-alive", "date", "transfer-encoding"].includes(name)),
  )
  const bare = await serveBare(sent, body)
  try {
    return {
      bytes: body.length,
      ...(await pairs(
        () => load(url, { headers }),
        () => load(bare.url, { headers }),
      )),
    }
  } finally {
    await bare.stop()
  }
}

export async function pairs(
  a: () => Promise<Pick<Load, "rate">>,
  b: () => Promise<Pick<Load, "rate">>,
): Promise<{ ratio: number; ours: number; bare: number }> {
  const rounds: { ours: number; bare: number }[] = []
  for (let round = 0; round < 3; round++) rounds.push({ ours: (await a()).rate, bare: (await b()).rate })
  return {
    ratio: median(rounds.map(({ ours, bare }) => ours / bare)),
    ours: median(rounds.map((round) => round.ours)),
    bare: median(rounds.map((round) => round.bare)),
  }
}

/** Calls `work` at a given concurrency, for work without HTTP. Returns the calls per second. */
export async function rateOf(work: () => Promise<unknown>, atOnce: number, seconds = 4): Promise<{ rate: number }> {
  const until = performance.now() + seconds * 1000
  let done = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < until) {
        await work()
        done++
      }
    }),
  )
  return { rate: done / ((performance.now() - began) / 1000) }
}

export const whole = (number: number) => Math.round(number).toLocaleString("en-US")
