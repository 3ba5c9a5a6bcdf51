import { AsyncLocalStorage } from "node:async_hooks"
import { randomUUID } from "node:crypto"
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api"
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http"
import { resourceFromAttributes } from "@opentelemetry/resources"
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace"
import type { Settings } from "../settings.ts"
import type { About, Tracing } from "./span.ts"

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

/** Sends spans in batches from a bounded queue; those that do not fit or are not accepted are dropped. */
export function openTelemetry({ endpoint, service, ratio }: NonNullable<Settings["traces"]>): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": service, "service.instance.id": randomUUID() }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1000 })],
  })
  const tracer = provider.getTracer("vitrine")
  const current = new AsyncLocalStorage<Context>()
  return {
    start: ({ name, kind, attributes, within, parent }) => {
      const outside = within === "root" ? fromHeader(parent) : current.getStore()
      if (!outside && within === "child") return null
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, outside ?? ROOT_CONTEXT)
      const inside = trace.setSpan(outside ?? ROOT_CONTEXT, span)
      return {
        enter: (run) => current.run(inside, run),
        end: (more = {}, isFailed = false) => {
          span.setAttributes(more)
          if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    stop: () => provider.shutdown(),
  }
}

function fromHeader(header: About["parent"]): Context | undefined {
  const found = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/.exec(header ?? "")
  if (!found) return undefined
  const [, traceId, spanId, flags] = found
  const traceFlags = Number.parseInt(flags!, 16) & 1
  return trace.setSpanContext(ROOT_CONTEXT, { traceId: traceId!, spanId: spanId!, traceFlags, isRemote: true })
}
