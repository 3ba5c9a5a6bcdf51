import * as z from "zod"
import { staffReasons } from "#contract/stockReasons.ts"
import { after, days } from "../../platform/clock.ts"
import type { Tx } from "../../platform/db/store.ts"
import { stockRequests } from "../../sales/stock/tables.ts"
import { stockEntries } from "../../shopfront/catalog/tables.ts"
import { Duration, readContent, Text } from "./content.ts"
import { Slug } from "./piece.ts"

interface Piece {
  id: number
  stock: number | null
  createdAt: Date
}

const Change = z.strictObject({ ago: Duration, change: z.int(), reason: z.enum(staffReasons), note: Text.optional() })

/** What happened to some models since they were added, the latest first. */
const histories: Partial<Record<string, z.infer<typeof Change>[]>> = readContent(
  "content/stock.json",
  z.partialRecord(Slug, z.array(Change)),
)

/** The ledger of the models as they were added, and of some what came after. */
export async function seedLedger(tx: Tx, pieces: Map<string, Piece>, adminId: number): Promise<void> {
  const now = tx.now()
  const rows = [...pieces].flatMap(([slug, { id: dollId, stock, createdAt }]) => {
    if (stock === null) return []
    let count = stock
    const later = (histories[slug] ?? []).map(({ ago, change, reason, note }) => {
      const entry = {
        dollId,
        change,
        stockAfter: count,
        reason,
        note,
        actorId: adminId,
        createdAt: after(now, -ago),
      }
      count -= change
      return entry
    })
    const first = new Date(Math.min(createdAt.getTime(), now.getTime() - days(60)))
    return [
      { dollId, change: count, stockAfter: count, reason: "created" as const, createdAt: first },
      ...later.reverse(),
    ]
  })
  await tx.db.insert(stockEntries).values(rows)
}

/** People who wait for what is sold out: two customers and a guest. */
export async function seedStockRequests(
  tx: Tx,
  people: Map<string, number>,
  pieces: Map<string, Piece>,
): Promise<void> {
  const soldOut = [...pieces.values()].filter(({ stock }) => stock === 0)
  const who = [
    { userId: people.get("mara@demo.example")!, email: null },
    { userId: people.get("vip@demo.example")!, email: null },
    { userId: null, email: "visitor@demo.example" },
  ]
  const rows = soldOut.flatMap(({ id: dollId }) =>
    who.map((person, index) => ({
      ...person,
      dollId,
      state: "waiting" as const,
      createdAt: after(tx.now(), -days(6 - index)),
    })),
  )
  if (rows.length > 0) await tx.db.insert(stockRequests).values(rows)
}
