import { eq } from "drizzle-orm"
import type { Business, EditBusiness } from "#contract/invoicing.ts"
import { type Actor, assertAdmin } from "../../platform/auth/actor.ts"
import { nameOf } from "../../platform/auth/people.ts"
import { sellerTopic } from "../../platform/db/shopSetting.ts"
import type { Tx } from "../../platform/db/store.ts"
import { assertVersion, type Precondition } from "../../platform/http/preconditions.ts"
import { assertAdultText } from "../../platform/moderation/adults.ts"
import { audit } from "../../platform/records/audit.ts"
import { differing } from "../../platform/records/changes.ts"
import { businessDetails } from "./tables.ts"

type Row = typeof businessDetails.$inferSelect

export async function getBusiness(tx: Tx, actor: Actor): Promise<Business> {
  assertAdmin(actor, "super_admin")
  return present(tx, await businessOf(tx))
}

/**
 * Changes the seller on pages, in emails, and on invoices that are issued from now on: those issued before have their
 * own copy.
 */
export async function editBusiness(
  tx: Tx,
  actor: Actor,
  { fields, seen }: { fields: EditBusiness; seen: Precondition },
): Promise<Business> {
  assertAdmin(actor, "super_admin")
  const { legal_name, address, register, controller, disputes } = fields
  assertAdultText({ legal_name, address, register, controller, disputes })
  const [row] = await tx.db.select().from(businessDetails).where(eq(businessDetails.id, 1)).for("update")
  const before = editable(row!)
  const change = differing(before, fields)
  if (Object.keys(change.after).length === 0) return present(tx, row!)
  assertVersion(seen, row!)
  const after = { ...before, ...change.after }
  const [changed] = await tx.db
    .update(businessDetails)
    .set({
      legalName: after.legal_name,
      address: after.address,
      email: after.email,
      phone: after.phone,
      register: after.register,
      registerNumber: after.register_number,
      taxNumber: after.tax_number,
      controller: after.controller,
      disputes: after.disputes,
      invoiceFooter: after.invoice_footer,
      senderName: after.sender_name,
      senderAddress: after.sender_address,
      version: row!.version + 1,
      updatedBy: actor.id,
      updatedAt: tx.now(),
    })
    .where(eq(businessDetails.id, 1))
    .returning()
  await audit(tx, actor, { action: "business.edit", target: { kind: "settings", id: null }, ...change })
  tx.publish(sellerTopic, null)
  return present(tx, changed!)
}

export async function businessOf(tx: Tx): Promise<Row> {
  const [row] = await tx.db.select().from(businessDetails).where(eq(businessDetails.id, 1))
  return row!
}

const editable = (row: Row) => ({
  legal_name: row.legalName,
  address: row.address,
  email: row.email,
  phone: row.phone,
  register: row.register,
  register_number: row.registerNumber,
  tax_number: row.taxNumber,
  controller: row.controller,
  disputes: row.disputes,
  invoice_footer: row.invoiceFooter,
  sender_name: row.senderName,
  sender_address: row.senderAddress,
})

async function present(tx: Tx, row: Row): Promise<Business> {
  return {
    ...editable(row),
    updated_at: row.updatedAt?.toISOString() ?? null,
    updated_by: await nameOf(tx, row.updatedBy),
    version: row.version,
  }
}
