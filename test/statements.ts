import { appendFileSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { deserialize, serialize } from "node:v8"
import pg from "pg"

/** A statement that PostgreSQL has run, with the parameters it had when it was first seen. */
export interface Statement {
  text: string
  params: unknown[]
}

/** Records every successful statement of this process in a file in `directory`, one for each text. */
export function recordStatements(directory: string): void {
  const file = join(directory, `${process.pid}`)
  const seen = new Set<string>()
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...given: [string | pg.QueryConfig, unknown[]?]) {
    const result: unknown = Reflect.apply(query, this, given)
    const [what, values] = given
    const text = typeof what === "string" ? what : what.text
    if (!(result instanceof Promise) || !/^\s*(select|insert|update|delete|with)\b/i.test(text) || seen.has(text))
      return result
    const params = values ?? (typeof what === "string" ? [] : (what.values ?? []))
    const statement: Statement = { text, params }
    return result.then((answer) => {
      if (!seen.has(text)) appendFileSync(file, `${serialize(statement).toString("base64")}\n`)
      seen.add(text)
      return answer
    })
  } as typeof query
}

/** Returns one statement for each text, from all processes. */
export function recordedStatements(directory: string): Statement[] {
  const lines = readdirSync(directory).flatMap((name) =>
    readFileSync(join(directory, name), "utf8").split("\n").filter(Boolean),
  )
  const all = lines.map((line) => deserialize(Buffer.from(line, "base64")) as Statement)
  return [...new Map(all.map((one) => [one.text, one])).values()]
}
