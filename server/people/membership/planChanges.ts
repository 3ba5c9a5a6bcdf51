import type { Bus } from "../../platform/bus/bus.ts"
import { type Clock, seconds } from "../../platform/clock.ts"
import type { Store } from "../../platform/db/store.ts"
import { nextChange, plansTopic } from "./plans.ts"

/**
 * Calls `onChange` when the plans have changed: at the event of any node, and when the moment of a change has come that
 * was entered for later. Returns the function that stops it.
 */
export function watchPlans(store: Store, bus: Bus, clock: Clock, onChange: () => void): () => void {
  let next: Date | null = null
  const read = () =>
    nextChange(store).then(
      (found) => {
        next = found
      },
      () => {},
    )
  const changed = () => {
    onChange()
    void read()
  }
  void read()
  bus.subscribe(plansTopic, changed)
  bus.onReconnect(() => void read())
  const ticking = setInterval(() => next !== null && next <= clock.now() && changed(), seconds(1)).unref()
  return () => clearInterval(ticking)
}
