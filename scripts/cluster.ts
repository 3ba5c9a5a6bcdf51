// npm run cluster: runs the topology of deploy/compose.yaml as processes, until Ctrl-C. PORT is that of the proxy.
import { missingPackages, startCluster } from "../bench/faults/cluster.ts"
import { demoAccounts, demoPassword } from "../server/start/demo/accounts.ts"

if (missingPackages.length > 0) {
  console.error(`Not installed: ${missingPackages.join(" ")}. On Debian: apt-get install ${missingPackages.join(" ")}`)
  process.exit(2)
}
console.log("Starting PostgreSQL and its standby, Redis, a bucket, three nodes and nginx …")
const env = { RATE_LIMIT_SCALE: process.env.RATE_LIMIT_SCALE ?? "1" }
const starting = startCluster({ port: Number(process.env.PORT ?? 8443), env })

let stopping = false
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, async () => {
    if (stopping) return
    stopping = true
    console.log("\nStopping …")
    await starting.then(({ stop }) => stop()).catch(() => {})
    process.exit()
  })

const cluster = await starting.catch((error: Error) => {
  console.error(`The cluster did not start. ${error.message}`)
  process.exit(1)
})
const { url, proxy, nodes, database, redis, bucket } = cluster
const parts: [string, number | undefined, string][] = [
  ["proxy (nginx)", proxy.pid, url],
  ...nodes.map((node, n): [string, number | undefined, string] => [`node ${n + 1}`, node.pid, node.url]),
  ["PostgreSQL, primary", database.pid("primary"), database.primaryUrl],
  ["PostgreSQL, standby", database.pid("standby"), database.standbyUrl],
  ["Redis", redis.pid, redis.url],
  ["bucket (S3)", bucket.pid, bucket.url],
]
console.log(`
The shop is open at ${url} (your browser warns of its certificate, which is new at each start).

${parts.map(([name, pid, address]) => `  ${name.padEnd(20)} ${String(pid).padStart(7)}  ${address}`).join("\n")}

The numbers are process ids: kill one, or stop it with kill -STOP, and watch the shop. Without the primary it can only
show what it has in memory, until the standby is promoted:
  psql ${database.standbyUrl} -c "select pg_promote()"

Every demo account uses the password ${demoPassword}:
${demoAccounts.map(({ email, what }) => `  ${email.padEnd(24)} ${what}`).join("\n")}

Ctrl-C ends everything and removes its data.`)
