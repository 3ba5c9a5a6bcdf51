import { expect, inject, test } from "vitest"
import { openTestEmbedded } from "#test/database.ts"
import { recordedStatements } from "#test/statements.ts"
import { statement } from "./statement.ts"
import { sqlState, type Tx } from "./store.ts"

const recorded = recordedStatements(inject("statements"))
/** SQLSTATEs for a table that a test has made, and for the temporary tables of a migration. */
const others = ["42P01", "3F000"]

test.skipIf(recorded.length === 0)(
  "the embedded database can plan every statement that the tests ran on PostgreSQL, with its parameters",
  async () => {
    const database = await openTestEmbedded()
    const failures: string[] = []
    for (const { text, params } of recorded) {
      await statement({ db: database.db } as Tx, "", `explain ${text}`, params).catch((error: Error) => {
        if (others.includes(sqlState(error)!)) return
        failures.push(
          `${(error.cause as Error).message}: ${text.slice(0, 300)} ${JSON.stringify(params).slice(0, 200)}`,
        )
      })
    }
    await database.close()
    expect(failures).toEqual([])
  },
)
