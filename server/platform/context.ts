import type { FastifyBaseLogger } from "fastify"
import type { LastSeen } from "./auth/lastSeen.ts"
import type { Tokens } from "./auth/tokens.ts"
import type { Bus } from "./bus/bus.ts"
import type { Counters } from "./bus/counters.ts"
import type { Clock } from "./clock.ts"
import type { OpenDatabase } from "./db/database.ts"
import type { Store, Tx } from "./db/store.ts"
import type { ResponseCache } from "./http/caching.ts"
import type { Http } from "./http/http.ts"
import type { Limits } from "./http/limits.ts"
import type { Jobs } from "./jobs.ts"
import type { Storage } from "./media/storage.ts"
import type { RemoteFetcher } from "./outgoing/outgoing.ts"
import type { Settings } from "./settings.ts"
import type { Sockets } from "./sockets/sockets.ts"

/**
 * What the platform offers every feature. A feature takes the members it needs by name; what another feature offers is
 * passed beside it.
 */
export interface Context {
  readonly settings: Settings
  readonly log: FastifyBaseLogger
  readonly clock: Clock
  readonly database: OpenDatabase
  readonly bus: Bus
  readonly store: Store
  /** For reads that may come from a standby: the public catalogue and the tables of staff. */
  readonly reads: Tx
  readonly storage: Storage
  readonly cache: ResponseCache
  readonly fetcher: RemoteFetcher
  readonly http: Http
  readonly limits: Limits
  readonly counters: Counters
  readonly tokens: Tokens
  readonly lastSeen: LastSeen
  readonly sockets: Sockets
  readonly jobs: Jobs
}
