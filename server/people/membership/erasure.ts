import { asc, eq, inArray } from "drizzle-orm"
import type { Tx } from "../../platform/db/store.ts"
import { fromCents } from "../../platform/money.ts"
import { allowanceUses, membershipPeriods } from "./tables.ts"

export async function exportMemberships(tx: Tx, userId: number) {
  const rows = await tx.db
    .select()
    .from(membershipPeriods)
    .where(eq(membershipPeriods.userId, userId))
    .orderBy(asc(membershipPeriods.startsAt), asc(membershipPeriods.id))
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const uses = await tx.db.select().from(allowanceUses).where(inArray(allowanceUses.periodId, ids))
  return rows.map((row) => ({
    id: row.id,
    level: row.level,
    kind: row.kind,
    payment_id: row.paymentId,
    price: fromCents(row.priceCents),
    starts_at: row.startsAt.toISOString(),
    ends_at: row.endsAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    used: uses.filter((use) => use.periodId === row.id).map(({ kind, used }) => ({ kind, used })),
  }))
}
