import { t } from "./t.ts"

/** The seller as everybody sees it. No zod here: pages import this file directly. */
export interface Seller {
  legal_name: string
  address: string
  email: string
  phone: string | null
  /** The register that the business is entered in, such as that of a court. */
  register: string | null
  register_number: string | null
  tax_number: string | null
  /** Who is responsible for personal data; null for the seller. */
  controller: string | null
  /** Where disputes go. */
  disputes: string | null
}

/** What is known of the seller beside its name and address, as labels and values. */
export function sellerFacts(seller: Seller): [label: string, value: string][] {
  const { email, phone, register, register_number, tax_number } = seller
  const facts: [string, string | null][] = [
    [t`Email`, email],
    [t`Phone`, phone],
    [t`Company register`, [register, register_number].filter(Boolean).join(", ")],
    [t`Tax ID`, tax_number],
  ]
  return facts.filter((fact): fact is [string, string] => !!fact[1])
}
