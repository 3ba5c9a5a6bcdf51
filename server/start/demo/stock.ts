import type { StockReason } from "#contract/stockReasons.ts"
import { after, days } from "../../platform/clock.ts"
import type { Tx } from "../../platform/db/store.ts"
import { stockRequests } from "../../sales/stock/tables.ts"
import { stockEntries } from "../../shopfront/catalog/tables.ts"

interface Piece {
  id: number
  stock: number | null
  createdAt: Date
}

/** What happened to some models since they were added, the latest first. */
const histories: Record<string, [change: number, reason: StockReason, daysAgo: number, note: string | null][]> = {
  isolde: [
    [4, "received", 9, "Delivery from the workshop"],
    [-1, "damaged", 21, "Chipped in the store room"],
    [-3, "corrected", 40, "Counted"],
  ],
  delphine: [
    [2, "received", 12, null],
    [-1, "corrected", 33, "One was on loan"],
  ],
}

/** The ledger of the models as they were added, and of some what came after. */
export async function seedLedger(tx: Tx, pieces: Map<string, Piece>, adminId: number): Promise<void> {
  const now = tx.now()
  const rows = [...pieces].flatMap(([slug, { id: dollId, stock, createdAt }]) => {
    if (stock === null) return []
    let count = stock
    const later = (histories[slug] ?? []).map(([change, reason, daysAgo, note]) => {
      const entry = {
        dollId,
        change,
        stockAfter: count,
        reason,
        note,
        actorId: adminId,
        createdAt: after(now, -days(daysAgo)),
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
