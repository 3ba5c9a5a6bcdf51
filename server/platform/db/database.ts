import type { Database } from "./store.ts"

export interface PoolUse {
  name: string
  used: number
  idle: number
  most: number
  /** The number of callers that wait for a connection. */
  waiting: number
}

/** The connections by which the database distinguishes the processes of a shop. */
export interface NodeConnections {
  /** The `application_name` of this process's connections. */
  readonly name: string
  /** Returns those of these processes that have connections, as far as this role and a pooler reveal it. */
  connectedOf(names: string[]): Promise<string[]>
}

export interface OpenDatabase {
  kind: "embedded" | "postgres"
  /** Null for the embedded database, which one process uses. */
  node: NodeConnections | null
  db: Database
  /** The same database without a statement timeout, for work that no request waits for. */
  longRunning: Database
  /** The same database for statements that found a row locked, with connections of their own to wait on. */
  patient: Database
  /** The same database for chat messages, with a short lock timeout. */
  writing: Database
  /** The same database for single reads, which the standby may serve, if there is one. */
  reads: Database
  /** Directs `reads` to the primary until the standby has all changes made by now. */
  wrote(): void
  /** Runs several statements at once, without parameters. Used by migrations. */
  script(sql: string): Promise<void>
  ping(): Promise<void>
  /** Limits connections to a third of those that the database allows. Returns the limit if below the default. */
  fit(): Promise<number | null>
  /** Returns the pools; none for the embedded database, which has a single connection. */
  pools(): PoolUse[]
  /** Returns how far the standby is behind, in milliseconds; Infinity if it is unavailable, null if there is none. */
  standbyLag(): number | null
  close(): Promise<void>
}
