import { inSpan, isTracing } from "../tracing/tracing.ts"
import type { Database } from "./store.ts"

/** The span of a statement, with its placeholders: people's texts are in its parameters, which are not traced. */
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

/** Traces all statements of Drizzle: its session prepares every one, in a transaction or not. */
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
