import { asc, eq, inArray, sql } from "drizzle-orm"
import { carrierLimits } from "#contract/adminLimits.ts"
import { type Carrier, type CarrierForm, numberFault, trackingUrl } from "#contract/carriers.ts"
import { carrierTexts } from "#contract/panelText.ts"
import { type Actor, assertAdmin, assertSteppedUp } from "../../platform/auth/actor.ts"
import { type Tx, violates } from "../../platform/db/store.ts"
import { audit } from "../../platform/records/audit.ts"
import { invalid, notFound, Refusal } from "../../platform/refusal.ts"
import { carriers } from "./tables.ts"

type CarrierRow = typeof carriers.$inferSelect

export async function listCarriers(tx: Tx, actor: Actor): Promise<Carrier[]> {
  assertAdmin(actor, "financial_admin")
  const rows = await tx.db
    .select()
    .from(carriers)
    .orderBy(asc(sql`lower(${carriers.name})`))
  return rows.map(present)
}

export async function createCarrier(tx: Tx, actor: Actor, form: CarrierForm): Promise<Carrier> {
  assertAdmin(actor, "super_admin")
  assertSteppedUp(actor, tx.now())
  // Serializes additions, so that the limit holds.
  await tx.db.execute(sql`lock table ${carriers} in share row exclusive mode`)
  const many = await tx.db.$count(carriers)
  if (many >= carrierLimits.count) throw new Refusal("CONFLICT", carrierTexts.tooMany)
  const moments = { createdAt: tx.now(), updatedAt: tx.now() }
  const [row] = await named(
    tx.db
      .insert(carriers)
      .values({ ...columnsOf(form), ...moments })
      .returning(),
  )
  await audit(tx, actor, { action: "carrier.create", target: { kind: "carrier", id: row!.id }, after: form })
  return present(row!)
}

export async function editCarrier(tx: Tx, actor: Actor, id: number, form: CarrierForm): Promise<Carrier> {
  assertAdmin(actor, "super_admin")
  assertSteppedUp(actor, tx.now())
  const [before] = await tx.db.select().from(carriers).where(eq(carriers.id, id)).for("update")
  if (!before) throw notFound(carrierTexts.gone)
  const set = { ...columnsOf(form), updatedAt: tx.now() }
  const [row] = await named(tx.db.update(carriers).set(set).where(eq(carriers.id, id)).returning())
  const { id: _, ...was } = present(before)
  await audit(tx, actor, { action: "carrier.edit", target: { kind: "carrier", id }, before: was, after: form })
  return present(row!)
}

/** Returns the active carrier of this name, after checking the format of the number. Throws a refusal for `field`. */
export async function carrierFor(tx: Tx, name: string, number: string): Promise<CarrierRow> {
  const [row] = await tx.db.select().from(carriers).where(sql`lower(${carriers.name}) = ${name.trim().toLowerCase()}`)
  if (!row) throw invalid("carrier", carrierTexts.unknown(name))
  if (!row.isActive) throw invalid("carrier", carrierTexts.inactive(row.name))
  const fault = numberFault({ name: row.name, number_format: row.numberFormat }, number)
  if (fault) throw invalid("tracking_number", fault)
  return row
}

export interface Parcel {
  carrierId: number | null
  trackingNumber: string | null
}

/** Returns the names and tracking pages of the parcels' carriers, by carrier, in one statement or none. */
export async function tracking(tx: Tx, parcels: Parcel[]) {
  const ids = [...new Set(parcels.flatMap(({ carrierId }) => carrierId ?? []))]
  const rows = ids.length === 0 ? [] : await tx.db.select().from(carriers).where(inArray(carriers.id, ids))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ({ carrierId, trackingNumber }: Parcel) => {
    const row = byId.get(carrierId ?? 0)
    if (!row) return { carrier: null, trackingUrl: null }
    return { carrier: row.name, trackingUrl: trackingNumber ? trackingUrl(row.trackingUrl, trackingNumber) : null }
  }
}

const columnsOf = ({ name, tracking_url, number_format, is_active }: CarrierForm) => ({
  name,
  trackingUrl: tracking_url,
  numberFormat: number_format,
  isActive: is_active,
})

const present = ({ id, name, trackingUrl, numberFormat, isActive }: CarrierRow): Carrier => ({
  id,
  name,
  tracking_url: trackingUrl,
  number_format: numberFormat,
  is_active: isActive,
})

function named<T>(written: PromiseLike<T>): Promise<T> {
  return Promise.resolve(written).catch((error) => {
    throw violates(error, "carriers_name") ? invalid("name", carrierTexts.nameTaken) : error
  })
}
