import type { User } from "#contract/accounts.ts"
import type { ShippingForm } from "#contract/orders.ts"

const key = "checkout_draft"
const codeKey = "discount_code"

/** The form's initial values: this tab's draft, or else the saved address, or else the account's data. */
export function firstValues(user: User, saved?: ShippingForm): ShippingForm {
  return { ...(saved ?? knownValues(user)), ...readDraft(user.uuid) }
}

/** What is known of somebody without an address. */
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

/** Kept per tab and user. */
export function keepDraft(uuid: string, values: Partial<ShippingForm>): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ uuid, values }))
  } catch {
    // The draft is optional: a full or blocked storage is ignored.
  }
}

/** The discount code, which the cart page and the checkout share. */
export function keepCode(uuid: string, code: string): void {
  try {
    if (code) sessionStorage.setItem(codeKey, JSON.stringify({ uuid, code }))
    else sessionStorage.removeItem(codeKey)
  } catch {
    // Then it has to be entered again.
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

export function forgetDraft(): void {
  sessionStorage.removeItem(key)
  sessionStorage.removeItem(codeKey)
}

function readDraft(uuid: string): Partial<ShippingForm> {
  try {
    const draft = JSON.parse(sessionStorage.getItem(key) ?? "null")
    return draft?.uuid === uuid ? draft.values : {}
  } catch {
    return {}
  }
}
