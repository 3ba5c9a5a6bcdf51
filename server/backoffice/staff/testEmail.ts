import { eq } from "drizzle-orm"
import { setupTexts } from "#contract/panelText.ts"
import { type Actor, assertAdmin } from "../../platform/auth/actor.ts"
import { users } from "../../platform/auth/tables.ts"
import { shopOf } from "../../platform/db/shopSetting.ts"
import type { Store } from "../../platform/db/store.ts"
import { testEmail } from "../../platform/mail/emails.ts"
import { faultOf } from "../../platform/mail/send.ts"
import { createMailTransport } from "../../platform/mail/transport.ts"
import { audit } from "../../platform/records/audit.ts"
import { Refusal } from "../../platform/refusal.ts"
import type { Settings } from "../../platform/settings.ts"

/** Sends an email to the caller at once, past the outbox, and says why if the mail server does not take it. */
export async function sendTestEmail(store: Store, actor: Actor, settings: Settings, url: string) {
  assertAdmin(actor, "super_admin")
  if (settings.smtpUrl === null) throw new Refusal("WRONG_STATE", setupTexts.noMailServer)
  const [user] = await store.db
    .select({ to: users.email, language: users.language })
    .from(users)
    .where(eq(users.id, actor.id))
  const { to, language } = user!
  const email = testEmail({ to, url })
  const shop = await shopOf(store)
  const written = email.render!(language ?? "en", shop)
  try {
    await createMailTransport(settings).deliver({
      ...written,
      id: actor.id,
      kind: email.kind,
      sender: shop.name,
      to,
      replyTo: null,
      unsubscribeUrl: null,
      date: store.now(),
    })
  } catch (error) {
    throw new Refusal("PROVIDER_DOWN", setupTexts.mailFailed(faultOf(error)))
  }
  await store.transaction((tx) => audit(tx, actor, { action: "mail.test", target: { kind: "settings", id: null } }))
  return { to }
}
