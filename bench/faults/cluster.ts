import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { hasPostgres, type Pair, startPair } from "#test/postgres.ts"
import { hasProxy, type Nginx, startProxy } from "#test/proxy.ts"
import { hasRedis, startRedis } from "#test/redis.ts"
import { aBucket, startS3 } from "#test/s3.ts"
import { freePort, type Program } from "#test/serviceProcess.ts"
import { aNode, type Node } from "./servers.ts"

/** The topology of deploy/compose.yaml with three nodes, as processes of this machine on loopback. */
export interface Cluster {
  /** The address of the shop, which is that of the proxy. */
  url: string
  proxy: Nginx
  nodes: readonly Node[]
  database: Pair
  redis: Program & { url: string }
  bucket: Program & { url: string }
  stop(): Promise<void>
}

/** The Debian packages that this machine lacks for a cluster. */
export const missingPackages = [
  { name: "nginx-light openssl", has: hasProxy },
  { name: "postgresql", has: hasPostgres },
  { name: "redis-server", has: hasRedis },
].flatMap(({ name, has }) => (has ? [] : [name]))

interface Options {
  /** The port of the proxy; 0 for a free one. */
  port?: number
  /** Further settings of the nodes. */
  env?: Record<string, string>
}

/** Starts an empty cluster, which is removed when it or this process ends. Throws if a package is missing. */
export async function startCluster({ port = 0, env = {} }: Options = {}): Promise<Cluster> {
  const stops: (() => unknown)[] = []
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one()
  }
  const started = <T extends { stop(): unknown }>(one: T | null): T => {
    if (!one) throw new Error(`Not installed: ${missingPackages.join(" ")}`)
    stops.push(() => one.stop())
    return one
  }
  try {
    const folder = mkdtempSync(join(tmpdir(), "vitrine-cluster-"))
    stops.push(() => rmSync(folder, { recursive: true, force: true }))
    const database = started(await startPair())
    const redis = started(await startRedis())
    const bucket = started(await startS3())
    const ports = await Promise.all([1, 2, 3].map(freePort))
    const proxy = started(
      await startProxy(
        ports.map((one) => `127.0.0.1:${one}`),
        { port },
      ),
    )
    const url = `https://localhost:${proxy.port}`
    const shop = {
      NODE_ENV: "production",
      PUBLIC_URL: url,
      TRUST_PROXY: "1",
      COUNTRY_HEADER: "x-country",
      DATABASE_URL: database.url,
      DATABASE_REPLICA_URL: database.standbyUrl,
      REDIS_URL: redis.url,
      ...aBucket(bucket),
      DEMO: "public",
      PAYMENTS_SANDBOX: "public",
      AGE_SANDBOX: "public",
      ...env,
    }
    const nodes = ports.map((one, n) => aNode({ ...shop, PORT: `${one}`, DATA_DIR: join(folder, `node-${n + 1}`) }))
    stops.push(() => Promise.all(nodes.map((node) => node.stop())))
    await Promise.all(nodes.map((node) => node.start()))
    return { url, proxy, nodes, database, redis, bucket, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Lets this process trust the proxy's certificate. */
export function trustProxy({ proxy }: Cluster): void {
  setDefaultCACertificates([...getCACertificates("default"), readFileSync(proxy.certificate, "utf8")])
}
