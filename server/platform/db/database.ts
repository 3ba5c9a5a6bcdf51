import type { Database } from "./store.ts"

/** Connections of this process. */
export interface PoolUse {
  name: string
  used: number
  idle: number
  most: number
  /** Callers that wait for a connection. */
  waiting: number
}

/** How the database tells the processes of a shop apart. */
export interface NodeConnections {
  /** The `application_name` of this process's connections. */
  readonly name: string
  /** Which of these processes have connections, as far as this role and a pooler let the database tell. */
  connectedOf(names: string[]): Promise<string[]>
}

export interface OpenDatabase {
  kind: "embedded" | "postgres"
  /** Null for the embedded database, which one process uses. */
  node: NodeConnections | null
  db: Database
  /** The same database without a statement timeout, for work that no request waits for. */
  longRunning: Database
  /** The same database for statements that found a row locked: they wait on connections of their own. */
  patient: Database
  /** The same database for chat messages: a lock is waited for only briefly. */
  writing: Database
  /** The same database for single reads that may come from the standby, where there is one. */
  reads: Database
  /** Until the standby has what was written up to now, `reads` are of the primary. */
  wrote(): void
  /** Runs several statements at once, without parameters: for migrations. */
  script(sql: string): Promise<void>
  ping(): Promise<void>
  /**
   * Limits the connections to a third of those that the database allows; returns the new limit if it is below the
   * default.
   */
  fit(): Promise<number | null>
  /** None on the embedded database, which has a single connection. */
  pools(): PoolUse[]
  /** How far the standby is behind, in milliseconds, Infinity if it does not answer; null if there is none. */
  standbyLag(): number | null
  close(): Promise<void>
}
