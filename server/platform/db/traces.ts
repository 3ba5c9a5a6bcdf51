import { inSpan, isTracing } from "../tracing/tracing.ts"
import type { Database } from "./store.ts"

/** Statements have placeholders: what persons wrote is in their parameters, which are not traced. */
export const statementSpan = (text: string) => ({
  name: /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? "sql",
  kind: "client" as const,
  attributes: { "db.system.name": "postgresql", "db.query.text": text.slice(0, 2000) },
  within: "child" as const,
})

interface Session {
  prepareQuery(query: { sql: string }, ...rest: unknown[]): { execute(...given: unknown[]): Promise<unknown> }
}

const traced = new WeakSet<object>()

/** Every statement of Drizzle, in a transaction or not, is prepared by its session. */
export function traceStatements(db: Database): void {
  const session = Object.getPrototypeOf((db as unknown as { _: { session: Session } })._.session) as Session
  if (!isTracing() || traced.has(session)) return
  traced.add(session)
  const { prepareQuery } = session
  session.prepareQuery = function (this: Session, query, ...rest) {
    const prepared = prepareQuery.call(this, query, ...rest)
    const execute = prepared.execute.bind(prepared)
    prepared.execute = (...given) =>
      inSpan(
        () => statementSpan(query.sql),
        () => execute(...given),
      )
    return prepared
  }
}
