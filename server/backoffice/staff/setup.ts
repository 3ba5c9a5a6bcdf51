import { and, eq, inArray, isNull } from "drizzle-orm"
import { publicNeeds, type Setup, type SetupStep, setupSteps } from "#contract/admin.ts"
import type { Seller } from "#contract/seller.ts"
import { type Actor, assertAdmin } from "../../platform/auth/actor.ts"
import { users } from "../../platform/auth/tables.ts"
import { shopOf } from "../../platform/db/shopSetting.ts"
import type { Tx } from "../../platform/db/store.ts"
import { isBackedUp } from "../../platform/records/backups.ts"
import { auditLog } from "../../platform/records/tables.ts"
import { type Settings, unsetSupport } from "../../platform/settings.ts"
import { shopSettings } from "../../platform/shop-settings/tables.ts"
import { businessOf } from "../../sales/invoicing/business.ts"
import { dolls, isVisible } from "../../shopfront/catalog/tables.ts"

interface Facts {
  settings: Settings
  seller: Seller | null
  business: Awaited<ReturnType<typeof businessOf>>
  shop: typeof shopSettings.$inferSelect
  /** The tests that somebody has made from the panel and that succeeded, by the action in the audit log. */
  tested: Set<string>
  isBackedUp: boolean
  hasModel: boolean
  hasModerator: boolean
}

const isDone: Record<SetupStep, (facts: Facts) => boolean> = {
  seller: ({ seller }) => seller !== null,
  legal: ({ seller }) => seller !== null && seller.disputes !== null,
  age: ({ shop, settings }) => {
    const rules = [shop.ageRule, ...shop.ageRules.map(({ rule }) => rule)]
    const isChosen = shop.ageRule !== "declared" || shop.ageRules.length > 0
    return isChosen && (settings.ageProvider !== null || !rules.includes("verified"))
  },
  business: ({ business }) => business.senderName !== null && business.senderAddress !== null,
  mail: ({ settings, tested }) => settings.smtpUrl !== null && tested.has("mail.test"),
  payments: ({ settings, tested }) => settings.nowpayments !== null && tested.has("payment.test"),
  public_url: ({ settings }) => settings.publicUrl !== null,
  support_email: ({ settings }) => settings.supportEmail !== unsetSupport,
  encryption_keys: ({ settings }) => settings.encryptionKeys.length > 0,
  database: ({ settings }) => settings.databaseUrl !== null,
  backup: (facts) => facts.isBackedUp,
  model: ({ hasModel }) => hasModel,
  moderator: ({ hasModerator }) => hasModerator,
}

const canTest: Partial<Record<SetupStep, (facts: Facts) => boolean>> = {
  mail: ({ settings }) => settings.smtpUrl !== null,
  payments: ({ settings }) => settings.nowpayments !== null,
}

const isMissing: Record<Setup["missing"][number], (facts: Facts) => boolean> = {
  seller: ({ seller }) => seller === null,
  database: ({ settings }) => settings.databaseUrl === null,
  mail: ({ settings }) => settings.smtpUrl === null,
  payments: ({ settings }) => settings.nowpayments === null,
}

/** The steps before the shop can open, and what it should not be without while it is open to strangers. */
export async function setupOf(tx: Tx, actor: Actor, settings: Settings): Promise<Setup> {
  assertAdmin(actor, "super_admin")
  if (settings.demo && !settings.isPublic) return { steps: [], missing: [] }
  const facts = await factsOf(tx, settings)
  return {
    steps: settings.demo
      ? []
      : setupSteps.map((id) => ({ id, done: isDone[id](facts), can_test: canTest[id]?.(facts) ?? false })),
    missing: settings.isPublic ? publicNeeds.filter((need) => isMissing[need](facts)) : [],
  }
}

async function factsOf(tx: Tx, settings: Settings): Promise<Facts> {
  const [shop] = await tx.db.select().from(shopSettings).where(eq(shopSettings.id, 1))
  const tests = await tx.db
    .selectDistinct({ action: auditLog.action })
    .from(auditLog)
    .where(inArray(auditLog.action, ["mail.test", "payment.test"]))
  const model = await tx.db.select({ id: dolls.id }).from(dolls).where(isVisible).limit(1)
  const moderator = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "moderator"), eq(users.isActive, true), isNull(users.deletedAt)))
    .limit(1)
  return {
    settings,
    seller: (await shopOf(tx)).seller,
    business: await businessOf(tx),
    shop: shop!,
    tested: new Set(tests.map(({ action }) => action)),
    isBackedUp: shop!.backedUpAt !== null || (await isBackedUp(settings)),
    hasModel: model.length > 0,
    hasModerator: moderator.length > 0,
  }
}
