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
  /** `recent` are the messages before the text. Returns null after any failure. */
  judge(text: string, recent: readonly string[], timeout?: number): Promise<RemoteVerdict | null>
}

interface Options {
  url: string
  key: string | null
  /** The name of a guard model; null for an engine with an endpoint for moderation. */
  model: string | null
  clock: Clock
  log: Pick<FastifyBaseLogger, "warn">
}

/** In milliseconds. */
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

/** The response of a chat model that judges for safety: "unsafe", then the names of its categories. */
const GuardResponse = z.object({
  model: z.string().max(100).default("unknown"),
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
})

/** Maps the categories of Llama Guard 3 to ours. Sex between adults (S12) is allowed here. */
const guardCategories: Record<string, Category> = {
  S1: "threat",
  S2: "illegal_goods",
  S3: "non_consent",
  S4: "minor_safety",
  S5: "harassment",
  S7: "personal_data",
  S9: "illegal_goods",
  S10: "hate",
  S11: "self_harm",
}

const own: Category[] = [
  ...(["threat", "non_consent", "self_harm", "hate", "harassment"] as const),
  ...(["illegal_goods", "off_platform", "personal_data", "spam"] as const),
]

/**
 * Maps the categories of the remote engine to ours, with a score. Those that adults may talk about are left out. An
 * engine of the shop's own may use our names.
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
 * Calls an OpenAI-compatible POST /v1/moderations, or with a model POST /v1/chat/completions of a guard model on a
 * machine of the shop's own. The request contains the text, in the first case with the messages before it, and nothing
 * else. A circuit breaker opens for 30 seconds after five failures in a row; then one text tries again.
 */
export function createRemote({ url, key, model, clock, log }: Options): Remote {
  const call = model ? "chat/completions" : "moderations"
  const address = url.endsWith(`/${call}`) ? url : `${url.replace(/\/v1$/, "")}/v1/${call}`
  let failures = 0
  let openUntil = 0
  return {
    judge: async (text, recent, timeout = defaultTimeout) => {
      const now = clock.now().getTime()
      if (now < openUntil) return null
      // The breaker is half open: other texts do not wait while one tries.
      if (failures >= failuresToOpen) openUntil = now + openDuration
      try {
        const request = { address, key, text, recent, timeout }
        const verdict = await (model ? askGuard(request, model) : askEngine(request))
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

async function send({ address, key, timeout }: RemoteRequest, body: object): Promise<unknown> {
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", ...(key ? { authorization: `Bearer ${key}` } : {}) },
    body: JSON.stringify(body),
    redirect: "error",
    signal: AbortSignal.timeout(timeout),
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`status ${response.status}`)
  }
  return parse(await bodyOf(response))
}

/** Sends only the text, because the model would hold earlier messages against it. */
async function askGuard(request: RemoteRequest, model: string): Promise<RemoteVerdict> {
  const messages = [{ role: "user", content: request.text }]
  const parsed = GuardResponse.safeParse(await send(request, { model, messages, temperature: 0, max_tokens: 32 }))
  const answer = parsed.data?.choices[0]?.message.content.trim() ?? ""
  if (!parsed.success || !/^(?:un)?safe\b/i.test(answer)) throw new Error("invalid response")
  const named = /^unsafe/i.test(answer) ? (answer.match(/\bS\d+\b/g) ?? []) : []
  return {
    categories: combined([ownOf(Object.fromEntries(named.map((code) => [guardCategories[code] ?? code, true])))]),
    model: parsed.data.model,
  }
}

async function askEngine(request: RemoteRequest): Promise<RemoteVerdict> {
  const { text, recent } = request
  const answer = await send(request, { model: "omni-moderation-latest", input: inputOf(text, recent) })
  const parsed = RemoteResponse.safeParse(answer)
  if (!parsed.success) throw new Error("invalid response")
  return {
    categories: combined(parsed.data.results.map(({ categories }) => ownOf(categories))),
    model: parsed.data.model,
  }
}

/** Returns the text alone, the text with the messages before it, and these messages alone. */
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

/** Adds the categories that appear only with the messages before; those that these have themselves do not count. */
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
