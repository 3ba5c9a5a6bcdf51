import { randomBytes } from "node:crypto"
import { setupTexts } from "#contract/panelText.ts"
import { type Actor, assertAdmin } from "../../platform/auth/actor.ts"
import { audit } from "../../platform/records/audit.ts"
import { Refusal } from "../../platform/refusal.ts"
import type { PaymentContext } from "./paymentContext.ts"
import { ProviderError } from "./provider.ts"

/** In cents: more than the provider's smallest payment. */
const amountCents = 2000

/** Makes an invoice at the provider that belongs to no order, to try the keys. Nobody is meant to pay it. */
export async function makeTestInvoice({ provider, store, log, home }: PaymentContext, actor: Actor) {
  assertAdmin(actor, "super_admin")
  if (provider?.id !== "nowpayments") throw new Refusal("WRONG_STATE", setupTexts.noProvider)
  let made: { checkoutUrl: string }
  try {
    made = await provider.createCheckout({
      orderRef: `TEST-${randomBytes(6).toString("hex")}`,
      amountCents,
      description: "Test",
      successUrl: home(),
      cancelUrl: home(),
      webhookUrl: provider.webhookUrl(),
    })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ err: error }, "could not create a test invoice at the payment provider")
    throw new Refusal("PROVIDER_DOWN", setupTexts.invoiceFailed)
  }
  await store.transaction((tx) => audit(tx, actor, { action: "payment.test", target: { kind: "settings", id: null } }))
  return { invoice_url: made.checkoutUrl }
}
