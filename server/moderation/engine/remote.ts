import type { FastifyBaseLogger } from "fastify"
import * as z from "zod"
import { type Clock, seconds } from "../../clock.ts"
import type { Category } from "../rules/category.ts"
import type { Categories } from "./verdict.ts"

export interface RemoteVerdict {
  categories: Categories
  model: string
}

/** Null for any failure. */
export interface Remote {
  judge(text: string, timeout?: number): Promise<RemoteVerdict | null>
}

interface Options {
  url: string
  key: string | null
  clock: Clock
  log: Pick<FastifyBaseLogger, "warn">
}

/** Milliseconds. */
const defaultTimeout = 800
const failuresToOpen = 5
const openDuration = seconds(30)
const maxBytes = 64 * 1024

const RemoteResponse = z.object({
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

/** The categories of the remote engine as ours, with a score. Those that adults may talk about are left out. */
const mapped: Record<string, [Category, number]> = {
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
 * An OpenAI-compatible POST /v1/moderations, which gets the text and nothing else. A circuit breaker opens for
 * 30 seconds after five failures in a row; then one text tries again.
 */
export function createRemote({ url, key, clock, log }: Options): Remote {
  const address = /\/moderations$/.test(url) ? url : `${url.replace(/\/v1$/, "")}/v1/moderations`
  let failures = 0
  let openUntil = 0
  return {
    judge: async (text, timeout = defaultTimeout) => {
      const now = clock.now().getTime()
      if (now < openUntil) return null
      // Half open: others do not wait while one tries.
      if (failures >= failuresToOpen) openUntil = now + openDuration
      try {
        const verdict = await ask({ address, key, text, timeout })
        failures = 0
        openUntil = 0
        return verdict
      } catch (error) {
        failures++
        if (failures >= failuresToOpen) openUntil = clock.now().getTime() + openDuration
        log.warn({ reason: (error as Error).message.slice(0, 200), failures }, "remote moderation failed")
        return null
      }
    },
  }
}

interface RemoteRequest {
  address: string
  key: string | null
  text: string
  timeout: number
}

async function ask({ address, key, text, timeout }: RemoteRequest): Promise<RemoteVerdict> {
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", ...(key ? { authorization: `Bearer ${key}` } : {}) },
    body: JSON.stringify({ model: "omni-moderation-latest", input: text }),
    redirect: "error",
    signal: AbortSignal.timeout(timeout),
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`status ${response.status}`)
  }
  const parsed = RemoteResponse.safeParse(parse(await bodyOf(response)))
  if (!parsed.success) throw new Error("invalid response")
  const categories: Categories = {}
  for (const [name, isFlagged] of Object.entries(parsed.data.results[0]!.categories)) {
    const own = isFlagged && Object.hasOwn(mapped, name) ? mapped[name] : undefined
    if (own) categories[own[0]] = Math.max(categories[own[0]] ?? 0, own[1])
  }
  return { categories, model: parsed.data.model }
}

async function bodyOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > maxBytes) throw new Error("response too long")
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
