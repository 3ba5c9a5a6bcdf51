import { AsyncLocalStorage } from "node:async_hooks"
import type { Settings } from "../settings.ts"
import type { About, OpenSpan, Tracing } from "./span.ts"

let tracing: Tracing | null = null

/** Sends traces by OTLP if OTEL_EXPORTER_OTLP_ENDPOINT is set. Its packages are loaded only then. */
export async function startTracing({ traces }: Pick<Settings, "traces">): Promise<void> {
  if (!traces || tracing) return
  const { openTelemetry } = await import("./openTelemetry.ts")
  tracing = openTelemetry(traces)
}

export const isTracing = () => tracing !== null

/** Returns null if nothing is traced; `about` is not called then. */
export const startSpan = (about: () => About): OpenSpan | null => tracing?.start(about()) ?? null

/** Runs within a span, if anything is traced. */
export function inSpan<T>(about: () => About, run: () => Promise<T>): Promise<T> {
  const span = startSpan(about)
  return span ? runIn(span, run) : run()
}

async function runIn<T>(span: OpenSpan, run: () => Promise<T>): Promise<T> {
  try {
    const result = await span.enter(run)
    span.end()
    return result
  } catch (error) {
    span.end({ "error.type": error instanceof Error ? error.constructor.name : "unknown" }, true)
    throw error
  }
}

const contexts = new WeakMap<object, <T>(run: () => T) => T>()

/** Keeps the current span for work that is done later with others': `inContextOf` this object runs within it. */
export function keepContext(of: object): void {
  if (tracing) contexts.set(of, AsyncLocalStorage.snapshot())
}

export function inContextOf<T>(of: object, run: () => T): T {
  const enter = tracing ? contexts.get(of) : undefined
  return enter ? enter(run) : run()
}

/** Sends the remaining spans. */
export async function stopTracing(): Promise<void> {
  const stopping = tracing
  tracing = null
  await stopping?.stop()
}
