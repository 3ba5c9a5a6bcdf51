import type { User } from "#contract/accounts.ts"
import type { ShippingForm } from "#contract/orders.ts"
import { forgetDraft } from "../../platform/session/drafts.ts"
import { snapshot } from "../../platform/session/session.ts"

/** The key of the checkout's form among the account's drafts. */
export const draftName = "checkout"
const codeKey = "discount_code"

/** Prefills the form from the account if there is no saved address. */
export function knownValues(user: User): ShippingForm {
  const [firstName = "", ...others] = user.full_name.trim().split(/\s+/)
  return {
    firstName,
    lastName: others.join(" "),
    email: user.email,
    phone: "",
    address: "",
    city: "",
    state: "",
    zipCode: "",
    country: "US",
  }
}

/** The discount code, which the cart page and the checkout share. */
export function keepCode(uuid: string, code: string): void {
  try {
    if (code) sessionStorage.setItem(codeKey, JSON.stringify({ uuid, code }))
    else sessionStorage.removeItem(codeKey)
  } catch {
    // The code then has to be entered again.
  }
}

export function keptCode(uuid: string): string {
  try {
    const kept = JSON.parse(sessionStorage.getItem(codeKey) ?? "null")
    return kept?.uuid === uuid ? kept.code : ""
  } catch {
    return ""
  }
}

/** Forgets the form and the code once the order is paid. */
export function forgetEntered(): void {
  const { user } = snapshot()
  if (user) forgetDraft(user.uuid, draftName)
  sessionStorage.removeItem(codeKey)
}
