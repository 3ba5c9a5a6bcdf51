import type { User } from "#contract/accounts.ts"
import type { ShippingForm } from "#contract/orders.ts"

const key = "checkout_draft"

/** What the form begins with: what this person has typed in this tab before, else what the account knows. */
export function firstValues(user: User): ShippingForm {
  const [firstName = "", ...others] = user.full_name.trim().split(/\s+/)
  const known: ShippingForm = {
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
  return { ...known, ...readDraft(user.uuid) }
}

/** Kept for this tab only, and for this person only. */
export function keepDraft(uuid: string, values: Partial<ShippingForm>): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ uuid, values }))
  } catch {
    // A full or forbidden storage costs a convenience, not the order.
  }
}

export function forgetDraft(): void {
  sessionStorage.removeItem(key)
}

function readDraft(uuid: string): Partial<ShippingForm> {
  try {
    const draft = JSON.parse(sessionStorage.getItem(key) ?? "null")
    return draft?.uuid === uuid ? draft.values : {}
  } catch {
    return {}
  }
}
