import { isDeepStrictEqual } from "node:util"
import { eq } from "drizzle-orm"
import type { EditShopSettings, PublicSettings, ShopSettings } from "#contract/admin.ts"
import { automaticEmails } from "#contract/automatic.ts"
import { defaultLook, type Look } from "#contract/brand.ts"
import { t } from "#contract/t.ts"
import { type Actor, assertAdmin, assertSteppedUp } from "../auth/actor.ts"
import { nameOf } from "../auth/people.ts"
import type { Bus } from "../bus/bus.ts"
import { type Clock, seconds } from "../clock.ts"
import type { Store, Tx } from "../db/store.ts"
import { assertVersion, type Precondition } from "../http/preconditions.ts"
import { assertAdultText } from "../moderation/adults.ts"
import { audit } from "../records/audit.ts"
import { invalid } from "../refusal.ts"
import type { AnswerRules } from "./answerDue.ts"
import { type SellingTerms, sellingTerms } from "./selling.ts"
import { settingsTopic, shopSettings } from "./tables.ts"

type Row = typeof shopSettings.$inferSelect

/** The settings edited in the browser, cached in memory: every request checks whether the shop is open. */
export interface ShopState {
  readonly current: PublicSettings
  /** Whether staff without a second factor can only add one. */
  readonly needsSecondFactor: boolean
  /** The rules of age assurance, which are not public. */
  readonly ageRules: Pick<ShopSettings, "age_rule" | "age_rules">
  readonly answerRules: AnswerRules
  /** What the shop looks like. */
  readonly look: Look
  /** How the shop ships, and with which taxes. */
  readonly selling: SellingTerms
  /** Called after `current` has changed. Returns the function to unsubscribe. */
  onChange(heard: () => void): () => void
  /** Reads the settings again on the node that has just changed them; the others are informed by the bus. */
  reload(): Promise<void>
}

/** Reads the settings at the start and after each event; while the bus is down, every few seconds on demand. */
export async function openShopState(store: Store, bus: Bus, clock: Clock): Promise<ShopState> {
  const listeners = new Set<() => void>()
  let row = await read(store)
  let readAt = clock.now().getTime()
  let reading: Promise<void> | null = null
  bus.subscribe(settingsTopic, () => void again())
  bus.onReconnect(() => void again())
  return {
    get current() {
      if (!bus.up && clock.now().getTime() > readAt + seconds(5)) void again()
      return open(row)
    },
    get needsSecondFactor() {
      return row.requireSecondFactor
    },
    get ageRules() {
      return { age_rule: row.ageRule, age_rules: row.ageRules }
    },
    get answerRules() {
      return answerRules(row)
    },
    get look() {
      return lookOf(row)
    },
    get selling() {
      return sellingTerms(row)
    },
    onChange: (heard) => {
      const listener = () => heard()
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    reload: again,
  }

  function again(): Promise<void> {
    // A read in progress may be older than the change, so another one follows it.
    const before = reading ?? Promise.resolve()
    const mine = before.then(refresh).finally(() => {
      if (reading === mine) reading = null
    })
    reading = mine
    return mine
  }

  async function refresh(): Promise<void> {
    readAt = clock.now().getTime()
    const found = await read(store).catch(() => row)
    const isSame = (["version", "brandVersion", "sellingVersion"] as const).every((one) => found[one] === row[one])
    if (isSame) return
    row = found
    for (const heard of [...listeners]) heard()
  }
}

export async function getSettings(tx: Tx, actor: Actor): Promise<ShopSettings> {
  assertAdmin(actor, "super_admin")
  return present(tx, await read(tx))
}

const securityRules: (keyof EditShopSettings)[] = ["require_second_factor", "age_rule", "age_rules"]

export async function editSettings(
  tx: Tx,
  actor: Actor,
  { fields, seen }: { fields: EditShopSettings; seen: Precondition },
): Promise<ShopSettings> {
  assertAdmin(actor, "super_admin")
  const { shop_name, support_hours, announcement, announcement_link, maintenance_note } = fields
  assertAdultText({ shop_name, support_hours, announcement, announcement_link, maintenance_note })
  const [row] = await tx.db.select().from(shopSettings).where(eq(shopSettings.id, 1)).for("update")
  const before = editable(row!)
  const names = (Object.keys(before) as (keyof typeof before)[]).filter(
    (name) => fields[name] !== undefined && !isDeepStrictEqual(fields[name], before[name]),
  )
  if (names.length === 0) return present(tx, row!)
  assertVersion(seen, row!)
  if (names.some((name) => securityRules.includes(name))) assertSteppedUp(actor, tx.now())
  const after = { ...before, ...Object.fromEntries(names.map((name) => [name, fields[name]])) }
  if (after.answer_to <= after.answer_from) throw invalid("answer_to", t`Please enter a time after the first one.`)
  const [changed] = await tx.db
    .update(shopSettings)
    .set({
      shopName: after.shop_name,
      supportHours: after.support_hours,
      timeZone: after.time_zone,
      announcement: after.announcement,
      announcementLink: after.announcement_link,
      maintenance: after.maintenance,
      maintenanceNote: after.maintenance_note,
      requireSecondFactor: after.require_second_factor,
      ageRule: after.age_rule,
      ageRules: after.age_rules,
      noShipping: after.no_shipping,
      answerTarget: after.answer_target,
      answerDays: after.answer_days.toSorted(),
      answerFrom: after.answer_from,
      answerTo: after.answer_to,
      answerZone: after.answer_zone,
      returnDays: after.return_days,
      emailsNamePieces: after.emails_name_pieces,
      automaticEmails: automaticEmails.filter((one) => after.automatic_emails.includes(one)),
      lowStockAt: after.low_stock_at,
      version: row!.version + 1,
      updatedBy: actor.id,
      updatedAt: tx.now(),
    })
    .where(eq(shopSettings.id, 1))
    .returning()
  const only = (all: typeof before) => Object.fromEntries(names.map((name) => [name, all[name]]))
  await audit(tx, actor, {
    action: "settings.edit",
    target: { kind: "settings", id: null },
    before: only(before),
    after: only(after),
  })
  tx.publish(settingsTopic, null)
  return present(tx, changed!)
}

export const lookOf = ({ brand }: Pick<Row, "brand">): Look => ({ ...defaultLook, ...brand })

async function read(tx: Tx): Promise<Row> {
  const [row] = await tx.db.select().from(shopSettings).where(eq(shopSettings.id, 1))
  return row!
}

function editable(row: Row) {
  return {
    ...open(row),
    maintenance_note: row.maintenanceNote,
    require_second_factor: row.requireSecondFactor,
    age_rule: row.ageRule,
    age_rules: row.ageRules,
    ...answerRules(row),
    emails_name_pieces: row.emailsNamePieces,
    low_stock_at: row.lowStockAt,
  }
}

const answerRules = (row: Row): AnswerRules => ({
  answer_target: row.answerTarget,
  answer_days: row.answerDays,
  answer_from: row.answerFrom,
  answer_to: row.answerTo,
  answer_zone: row.answerZone,
})

function open(row: Row): PublicSettings {
  return {
    shop_name: row.shopName,
    support_hours: row.supportHours,
    time_zone: row.timeZone,
    announcement: row.announcement,
    announcement_link: row.announcementLink,
    maintenance: row.maintenance,
    maintenance_note: row.maintenance ? row.maintenanceNote : null,
    no_shipping: row.noShipping,
    return_days: row.returnDays,
    automatic_emails: row.automaticEmails,
  }
}

async function present(tx: Tx, row: Row): Promise<ShopSettings> {
  return {
    ...editable(row),
    updated_at: row.updatedAt?.toISOString() ?? null,
    updated_by: await nameOf(tx, row.updatedBy),
    version: row.version,
  }
}
