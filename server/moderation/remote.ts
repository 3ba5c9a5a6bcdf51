import type { FastifyBaseLogger } from "fastify"
import * as z from "zod"
import { type Clock, seconds } from "../clock.ts"
import type { Categories, Category } from "./engine.ts"

export interface RemoteVerdict {
  categories: Categories
  model: string
}

/** Asks another engine. Null when it could not be asked, for whatever reason: the caller has its own result. */
export interface Remote {
  judge(text: string): Promise<RemoteVerdict | null>
}

interface Given {
  url: string
  key: string | null
  clock: Clock
  log: Pick<FastifyBaseLogger, "warn">
}

const patience = 800
const failuresToOpen = 5
const openFor = seconds(30)
const mostBytes = 64 * 1024

const Answer = z.object({
  model: z.string().max(100).default("unknown"),
  results: z
    .array(
      z.object({
        categories: z.record(z.string(), z.boolean()),
        category_scores: z.record(z.string(), z.number()).optional(),
      }),
    )
    .min(1),
})

/** What the other side calls it, and how much it weighs here. What adults may talk about is not in it. */
const known: Record<string, [Category, number]> = {
  "sexual/minors": ["minor_safety", 1],
  harassment: ["harassment", 0.7],
  "harassment/threatening": ["threat", 0.85],
  hate: ["hate", 0.75],
  "hate/threatening": ["hate", 0.95],
  illicit: ["illegal_goods", 0.7],
  "illicit/violent": ["illegal_goods", 0.8],
  "self-harm": ["self_harm", 0.7],
  "self-harm/intent": ["self_harm", 0.85],
  "self-harm/instructions": ["self_harm", 0.85],
}

/**
 * An OpenAI-compatible POST /v1/moderations. It is sent the text and nothing else. After five failures in a row nobody waits for
 * it any more for half a minute; then one text tries again.
 */
export function createRemote({ url, key, clock, log }: Given): Remote {
  const address = /\/moderations$/.test(url) ? url : `${url.replace(/\/v1$/, "")}/v1/moderations`
  let failures = 0
  let closedUntil = 0
  return {
    judge: async (text) => {
      const now = clock.now().getTime()
      if (now < closedUntil) return null
      // While one tries, the others do not wait.
      if (failures >= failuresToOpen) closedUntil = now + openFor
      try {
        const verdict = await ask(address, key, text)
        failures = 0
        closedUntil = 0
        return verdict
      } catch (error) {
        failures++
        if (failures >= failuresToOpen) closedUntil = clock.now().getTime() + openFor
        log.warn({ reason: (error as Error).message.slice(0, 200), failures }, "the remote moderation did not answer")
        return null
      }
    },
  }
}

async function ask(address: string, key: string | null, text: string): Promise<RemoteVerdict> {
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", ...(key ? { authorization: `Bearer ${key}` } : {}) },
    body: JSON.stringify({ model: "omni-moderation-latest", input: text }),
    redirect: "error",
    signal: AbortSignal.timeout(patience),
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`status ${response.status}`)
  }
  const parsed = Answer.safeParse(parse(await bodyOf(response)))
  if (!parsed.success) throw new Error("an answer that is not understood")
  const categories: Categories = {}
  for (const [name, isFlagged] of Object.entries(parsed.data.results[0]!.categories)) {
    const meaning = isFlagged && Object.hasOwn(known, name) ? known[name] : undefined
    if (meaning) categories[meaning[0]] = Math.max(categories[meaning[0]] ?? 0, meaning[1])
  }
  return { categories, model: parsed.data.model }
}

async function bodyOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > mostBytes) throw new Error("an answer that is too long")
    parts.push(part)
  }
  return Buffer.concat(parts).toString("utf8")
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
