import { Counter, type Registry } from "@prometheus-io/client"
import type { FastifyBaseLogger } from "fastify"
import { t } from "#contract/t.ts"
import { speaking } from "./languages.ts"
import { inSpan } from "./tracing/tracing.ts"

export interface Jobs {
  /** Runs `work` about every `ms`; its runs never overlap. */
  every(ms: number, name: string, work: () => Promise<unknown>): void
  stop(): Promise<void>
}

/** Scheduled work: emails, holds, notifications. A failing run is logged and retried at its next turn. */
export function createJobs(log: FastifyBaseLogger, metrics: Registry): Jobs {
  const runs = new Counter({
    name: "job_runs_total",
    help: t`Runs of scheduled work on this node, by how they ended.`,
    labelNames: ["name", "result"],
    registers: [metrics],
  })
  const timers: NodeJS.Timeout[] = []
  const running = new Set<Promise<unknown>>()
  let stopped = false
  return {
    every: (ms, name, work) => {
      let busy = false
      const about = () => ({ name: `job ${name}`, kind: "internal", within: "root", attributes: {} }) as const
      // The counters exist from the start, so that the first failure is an increase.
      for (const result of ["done", "failed"]) runs.inc({ name, result }, 0)
      const turn = () => {
        if (busy || stopped) return
        busy = true
        const run = inSpan(about, () => speaking("en", work))
          .then(
            () => runs.inc({ name, result: "done" }),
            (error) => {
              runs.inc({ name, result: "failed" })
              log.error({ err: error, job: name }, "job failed")
            },
          )
          .finally(() => {
            busy = false
            running.delete(run)
          })
        running.add(run)
      }
      timers.push(setInterval(turn, ms).unref())
      setTimeout(turn, 50).unref()
    },
    stop: async () => {
      stopped = true
      for (const timer of timers) clearInterval(timer)
      await Promise.allSettled(running)
    },
  }
}
