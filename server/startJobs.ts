import { forgetEnded } from "./accounts/sessions.ts"
import type { App } from "./app.ts"
import { hours, seconds } from "./clock.ts"
import { forgetOldLetters, sendDue } from "./mail/send.ts"
import { createMailTransport } from "./mail/transport.ts"

/** Work that follows the clock. Called once the server listens; tests call the functions themselves. */
export function startJobs({ jobs, log, settings, store }: App): void {
  const transport = createMailTransport(settings)
  jobs.every(seconds(1), "send letters", () => sendDue(store, transport, log))
  jobs.every(hours(1), "forget letters", () => forgetOldLetters(store))
  jobs.every(hours(1), "forget sessions", () => forgetEnded(store))
}
