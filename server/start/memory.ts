import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

/**
 * Frees memory that only the start needed: V8 keeps the size to which its young generation grew while modules were
 * linked until a full collection, which a quiet shop may not see for hours. Runs once, `ms` from now; takes about 50 ms
 * of one core.
 */
export function releaseStartMemory(ms: number): void {
  setTimeout(() => {
    setFlagsFromString("--expose-gc")
    const collect = runInNewContext("gc") as (how: object) => Promise<void>
    setFlagsFromString("--no-expose-gc")
    void collect({ type: "major", execution: "async", flavor: "last-resort" })
  }, ms).unref()
}
