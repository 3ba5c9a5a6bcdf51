import { startPostgres } from "../test/postgres.ts"
import { runFaults } from "./faults/main.ts"
import { admin } from "./parts/admin.ts"
import { cart } from "./parts/cart.ts"
import { chat } from "./parts/chat.ts"
import { desk } from "./parts/desk.ts"
import { dolls } from "./parts/dolls.ts"
import { lighthouse } from "./parts/lighthouse.ts"
import { moderation } from "./parts/moderation.ts"
import { pages } from "./parts/pages.ts"
import { reports } from "./parts/reports.ts"
import { scaling } from "./parts/scaling.ts"
import { search } from "./parts/search.ts"
import { memory, start } from "./parts/start.ts"
import { token } from "./parts/token.ts"
import { traces } from "./parts/traces.ts"
import { upload } from "./parts/upload.ts"
import { weight } from "./parts/weight.ts"
import { type Row, record } from "./table.ts"

// npm run bench [part …]: measures the rows of the budget table and writes bench/results.md.
// npm run bench -- scaling: grows one database to 10,000,000 messages and writes bench/scaling.md; takes about 15 minutes.
// npm run bench faults [kill | chat | nodes …]: the long fault tests; they report violations, and `cluster` writes its
// rows into the same table.
const parts: Record<string, (cluster: string) => Promise<Row[]>> = {
  dolls,
  pages,
  search,
  desk,
  cart,
  token,
  traces,
  chat,
  start,
  memory,
  upload,
  moderation,
  admin,
  reports,
  weight,
  lighthouse,
}
const asked = process.argv.slice(2)
if (asked[0] === "faults") process.exit(await runFaults(asked.slice(1)))
if (asked[0] === "scaling") {
  const cluster = await startPostgres()
  if (!cluster) throw new Error("PostgreSQL is not installed")
  await scaling(cluster.url).finally(() => cluster.stop())
  process.exit()
}
const unknown = asked.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(`Unknown part ${unknown.join(", ")}. There are: ${Object.keys(parts).join(", ")}`)
  process.exit(2)
}

const needsPostgres = [
  "dolls",
  "pages",
  "search",
  "desk",
  "cart",
  "token",
  "traces",
  "chat",
  "memory",
  "admin",
  "reports",
]
const chosen = asked.length > 0 ? asked : Object.keys(parts)
const cluster = chosen.some((name) => needsPostgres.includes(name)) ? await startPostgres() : null
try {
  for (const name of chosen) {
    if (needsPostgres.includes(name) && !cluster) {
      console.log(`${name}: skipped, PostgreSQL is not installed`)
      continue
    }
    const rows = await parts[name]!(cluster?.url ?? "")
    await record([name], rows)
    for (const { what, measured, must, wanted, reached } of rows)
      console.log(`${what}: ${measured} (must ${must}, wanted ${wanted}: ${reached})`)
  }
} catch (error) {
  // The error is logged before the database and its open connections are closed.
  console.error(error)
  process.exitCode = 1
} finally {
  await cluster?.stop()
}
process.exit()
