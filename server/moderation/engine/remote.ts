import type { FastifyBaseLogger } from "fastify"
import * as z from "zod"
import { type Clock, seconds } from "../../clock.ts"
import type { Category } from "../rules/category.ts"
import { type Categories, holdFrom } from "./verdict.ts"

export interface RemoteVerdict {
  categories: Categories
  model: string
}

export interface Remote {
  /** `recent` are the messages before it. Null for any failure. */
  judge(text: string, recent: readonly string[], timeout?: number): Promise<RemoteVerdict | null>
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

const own: Category[] = [
  ...(["threat", "non_consent", "self_harm", "hate", "harassment"] as const),
  ...(["illegal_goods", "off_platform", "personal_data", "spam"] as const),
]

/**
 * The categories of the remote engine as ours, with a score. Those that adults may talk about are left out. An engine of
 * the shop's own may use our names.
 */
const mapped: Record<string, [Category, number]> = {
  ...Object.fromEntries(own.map((category) => [category, [category, 0.75]])),
  "sexual/minors": ["minor_safety", holdFrom],
  harassment: ["harassment", 0.7],
  "harassment/threatening": ["threat", 0.85],
  hate: ["hate", 0.75],
  "hate/threatening": ["hate", 0.95],
  illicit: ["illegal_goods", 0.7],
  "illicit/violent": ["illegal_goods", 0.8],
  "self-harm": ["self_harm", 0.7],
  "self-harm/intent": ["self_harm", 0.85],
  "self-harm/instructions": ["self_harm", 0.85],
  "sexual/non-consensual": ["non_consent", 0.8],
  minor_safety: ["minor_safety", holdFrom],
}

/**
 * An OpenAI-compatible POST /v1/moderations, which gets the text with the messages before it, and nothing else. A circuit breaker opens for
 * 30 seconds after five failures in a row; then one text tries again.
 */
export function createRemote({ url, key, clock, log }: Options): Remote {
  const address = /\/moderations$/.test(url) ? url : `${url.replace(/\/v1$/, "")}/v1/moderations`
  let failures = 0
  let openUntil = 0
  return {
    judge: async (text, recent, timeout = defaultTimeout) => {
      const now = clock.now().getTime()
      if (now < openUntil) return null
      // Half open: others do not wait while one tries.
      if (failures >= failuresToOpen) openUntil = now + openDuration
      try {
        const verdict = await ask({ address, key, text, recent, timeout })
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
  recent: readonly string[]
  timeout: number
}

async function ask({ address, key, text, recent, timeout }: RemoteRequest): Promise<RemoteVerdict> {
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", ...(key ? { authorization: `Bearer ${key}` } : {}) },
    body: JSON.stringify({ model: "omni-moderation-latest", input: inputOf(text, recent) }),
    redirect: "error",
    signal: AbortSignal.timeout(timeout),
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`status ${response.status}`)
  }
  const parsed = RemoteResponse.safeParse(parse(await bodyOf(response)))
  if (!parsed.success) throw new Error("invalid response")
  return {
    categories: combined(parsed.data.results.map(({ categories }) => ownOf(categories))),
    model: parsed.data.model,
  }
}

/** The text alone, with the messages before it, and these alone. */
function inputOf(text: string, recent: readonly string[]): string | string[] {
  if (recent.length === 0) return text
  const before = recent.join("\n")
  return [text, `${before}\n${text}`, before]
}

function ownOf(categories: Record<string, boolean>): Categories {
  const found: Categories = {}
  for (const [name, isFlagged] of Object.entries(categories)) {
    const one = isFlagged && Object.hasOwn(mapped, name) ? mapped[name] : undefined
    if (one) found[one[0]] = Math.max(found[one[0]] ?? 0, one[1])
  }
  return found
}

/** What appears only with the messages before counts; what these hold themselves does not. */
function combined([alone = {}, together = {}, before = {}]: Categories[]): Categories {
  const added = Object.entries(together).filter(([category]) => !(category in before))
  return { ...Object.fromEntries(added), ...alone }
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
