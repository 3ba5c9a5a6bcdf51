import type { CorrectEmail, EndMembership, GrantMembership } from "#contract/customers.ts"
import { changeAddressForOwner } from "../../people/accounts/emailAddress.ts"
import { sendReset } from "../../people/accounts/newPassword.ts"
import { addTime, endTime } from "../../people/membership/byStaff.ts"
import { type Actor, assertAdmin, assertSteppedUp } from "../../platform/auth/actor.ts"
import { stageOf } from "../../platform/auth/present.ts"
import type { Tx } from "../../platform/db/store.ts"
import type { RequestContext } from "../../platform/http/requestContext.ts"
import { audit } from "../../platform/records/audit.ts"
import { type CustomerRow, customerRow } from "./subjects.ts"

/** Adds time without a payment, also after the time that the customer has. */
export async function grantMembership(tx: Tx, actor: Actor, id: number, input: GrantMembership, home: string) {
  assertAdmin(actor, "super_admin")
  assertSteppedUp(actor, tx.now())
  await customerRow(tx, id, { locked: true })
  await addTime(tx, id, input, home)
  await audit(tx, actor, { action: "user.grant_membership", target: { kind: "user", id }, before: {}, after: input })
}

export async function endMembership(tx: Tx, actor: Actor, id: number, { reason }: EndMembership, home: string) {
  assertAdmin(actor, "super_admin")
  assertSteppedUp(actor, tx.now())
  const { level } = stageOf(await customerRow(tx, id, { locked: true }), tx.now())
  await endTime(tx, id, reason, home)
  await audit(tx, actor, {
    action: "user.end_membership",
    target: { kind: "user", id },
    before: { level },
    after: { level: "free", reason },
  })
}

/** Changes the email address. The audit log is never deleted, so only the emails to both addresses contain them. */
export async function correctEmail(tx: Tx, actor: Actor, id: number, input: CorrectEmail, context: RequestContext) {
  assertAdmin(actor, "super_admin")
  assertSteppedUp(actor, tx.now())
  const row = await customerRow(tx, id, { locked: true })
  await changeAddressForOwner(tx, row, input.email, inTheirs(row, context))
  await audit(tx, actor, { action: "user.correct_email", target: { kind: "user", id } })
}

export async function sendPasswordReset(tx: Tx, actor: Actor, id: number, context: RequestContext): Promise<void> {
  assertAdmin(actor, "super_admin")
  assertSteppedUp(actor, tx.now())
  const row = await customerRow(tx, id, { locked: true })
  await sendReset(tx, row, inTheirs(row, context))
  await audit(tx, actor, { action: "user.send_password_reset", target: { kind: "user", id } })
}

/** Replaces the language of the staff's page with the customer's. */
const inTheirs = ({ language }: CustomerRow, context: RequestContext): RequestContext => ({
  ...context,
  language: language ?? "en",
})
