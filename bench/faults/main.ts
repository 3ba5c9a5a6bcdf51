import { spawn } from "node:child_process"
import { once } from "node:events"

/** Runs the long form of tests that `npm test` runs briefly: all, or the named ones (`kill`, `chat`, `cluster`). */
export async function runFaults(names: string[]): Promise<number> {
  const files = (names.length > 0 ? names : [""]).map((name) => `bench/faults/${name}`)
  const long = { KILLS: "30", SCHEDULES: "300", AWAY: "10000", CLUSTER_FAULTS: "1" }
  const vitest = spawn(process.execPath, ["node_modules/.bin/vitest", "run", "--project", "faults", ...files], {
    env: { ...long, ...process.env, NODE_ENV: "test" },
    stdio: "inherit",
  })
  const [code] = await once(vitest, "exit")
  return code ?? 1
}
