import { writeFileSync } from "node:fs"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

// Preloaded into a measured server. On SIGUSR2, it collects garbage, returns free memory, and writes what remains.
setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc") as (how: object) => Promise<void>
process.on("SIGUSR2", async () => {
  for (let i = 0; i < 2; i++) await collect({ type: "major", execution: "async", flavor: "last-resort" })
  const { rss, heapUsed, external } = process.memoryUsage()
  writeFileSync(`${process.env.DATA_DIR}/memory.json`, JSON.stringify({ rss, held: heapUsed + external }))
})
