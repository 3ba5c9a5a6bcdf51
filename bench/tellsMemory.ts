import { writeFileSync } from "node:fs"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

// Loaded into a server that is measured: on SIGUSR2 it collects what nobody holds, and says what is left.
setFlagsFromString("--expose-gc")
const collect: () => void = runInNewContext("gc")
process.on("SIGUSR2", () => {
  for (let i = 0; i < 3; i++) collect()
  const { rss, heapUsed, external } = process.memoryUsage()
  writeFileSync(`${process.env.DATA_DIR}/memory.json`, JSON.stringify({ rss, held: heapUsed + external }))
})
