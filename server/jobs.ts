import type { FastifyBaseLogger } from "fastify"

export interface Jobs {
  /** Runs `work` about every `ms`; its runs never overlap. */
  every(ms: number, name: string, work: () => Promise<unknown>): void
  stop(): Promise<void>
}

/** Scheduled work: emails, holds, notifications. A failing run is logged and retried at its next turn. */
export function createJobs(log: FastifyBaseLogger): Jobs {
  const timers: NodeJS.Timeout[] = []
  const running = new Set<Promise<unknown>>()
  let stopped = false
  return {
    every: (ms, name, work) => {
      let busy = false
      const turn = () => {
        if (busy || stopped) return
        busy = true
        const run = work()
          .catch((error) => log.error({ err: error, job: name }, "job failed"))
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
