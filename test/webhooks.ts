import type { CreatedWebhook, WebhookEvent } from "#contract/integrations.ts"
import { createSealer } from "#server/platform/auth/sealed.ts"
import { deliverDue } from "#server/platform/integrations/deliver.ts"
import type { TestPerson, TestShop } from "./shop.ts"

/** Adds a webhook through the API. The shop's setting `OUTGOING_LOCAL` must be 1. */
export async function aWebhook(
  shop: TestShop,
  as: TestPerson,
  url: string,
  events: readonly WebhookEvent[],
): Promise<CreatedWebhook> {
  const { status, body } = await shop.call("POST /api/admin/webhooks", { as, body: { url, events } })
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

/** Sends the deliveries that are due, without jitter. */
export function deliver({ app }: TestShop, fetcher = app.fetcher): Promise<number> {
  const { store, settings, log } = app
  const sealer = createSealer(settings.encryptionKeys)
  const who = { home: "https://shop.example", support: "support@shop.example" }
  return deliverDue(store, { sealer, fetcher, log, ...who, random: () => 0.5 })
}
