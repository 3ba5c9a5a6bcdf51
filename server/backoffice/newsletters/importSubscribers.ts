import { createHash } from "node:crypto"
import { inArray, sql } from "drizzle-orm"
import { emailOf } from "#contract/common.ts"
import { type CountryCode, countryCodes } from "#contract/countries.ts"
import { isLanguage, type Language } from "#contract/languages.ts"
import {
  newsletterAdminTexts,
  newsletterLimits,
  type SubscriberImport,
  subscriberImportTexts,
} from "#contract/newsletters.ts"
import { newsletterSubscribers as subscribers } from "../../people/newsletter/tables.ts"
import { type Actor, assertAdmin } from "../../platform/auth/actor.ts"
import { inParts } from "../../platform/db/batches.ts"
import type { Tx } from "../../platform/db/store.ts"
import { said } from "../../platform/languages.ts"
import { audit } from "../../platform/records/audit.ts"
import { invalid, Refusal } from "../../platform/refusal.ts"
import type { Sheet } from "../../shopfront/catalog/sheet.ts"

interface Found {
  email: string
  language: Language | null
  country: CountryCode | null
  since: Date | null
}

interface Plan {
  added: Found[]
  known: number
  refused: SubscriberImport["refused"]
  notes: string[]
}

/** What other programs call the columns. */
const names: Record<string, string> = {
  "e-mail": "email",
  "email address": "email",
  "e-mail address": "email",
  status: "state",
  subscribed_at: "created_at",
}
const read = ["email", "state", "language", "country", "created_at"]
/** Columns of our own export that say nothing new. */
const silent = ["level", "source", "confirmed_at", "ended_at"]
const Email = emailOf(subscriberImportTexts.badEmail)
const countries = new Set<string>(countryCodes)

/** Returns what an import of the sheet would do, and writes nothing. */
export async function checkSubscribers(tx: Tx, actor: Actor, sheet: Sheet): Promise<SubscriberImport> {
  assertAdmin(actor, "content_admin")
  return resultOf(await planOf(tx, sheet), sheet, false)
}

/**
 * Adds the addresses of the sheet, without an email to them: the admin states how they agreed. Refused lines are left
 * out. Nobody who has left, whose mailbox refused an email or who complained comes back this way.
 */
export async function importSubscribers(
  tx: Tx,
  actor: Actor,
  { sheet, seen, consent }: { sheet: Sheet; seen: string; consent: string | undefined },
): Promise<SubscriberImport> {
  assertAdmin(actor, "content_admin")
  if (!consent) throw invalid("consent", newsletterAdminTexts.noConsent)
  const plan = await planOf(tx, sheet)
  const result = resultOf(plan, sheet, true)
  if (result.plan !== seen) throw new Refusal("STALE", subscriberImportTexts.changed)
  if (plan.added.length === 0) throw new Refusal("CONFLICT", subscriberImportTexts.nothing)
  const now = tx.now()
  for (const part of inParts(plan.added)) {
    const rows = part.map(({ email, language, country, since }) => ({
      email,
      language,
      country,
      consent,
      source: "import" as const,
      state: "confirmed" as const,
      createdAt: since ?? now,
      confirmedAt: since ?? now,
    }))
    const { state, source } = rows[0]!
    await tx.db
      .insert(subscribers)
      .values(rows)
      .onConflictDoUpdate({
        target: subscribers.email,
        set: { state, source, consent, confirmHash: null, confirmedAt: now },
        setWhere: sql`${subscribers.state} = 'pending'`,
      })
  }
  await audit(tx, actor, {
    action: "subscriber.import",
    target: { kind: "subscriber", id: null },
    after: { consent, added: result.added, refused: result.refused_count },
  })
  return result
}

async function planOf(tx: Tx, { header, rows }: Sheet): Promise<Plan> {
  const columns = header.map((name) => names[name] ?? name)
  if (!columns.includes("email")) throw invalid("file", subscriberImportTexts.noEmail)
  const others = columns.filter((name) => name !== "" && !read.includes(name) && !silent.includes(name))
  const plan: Plan = { added: [], known: 0, refused: [], notes: [] }
  if (others.length > 0) plan.notes.push(subscriberImportTexts.ignored(others.join(", ")))
  const lines = rows.map(({ row, cells }) => {
    const cell = (name: string) => (columns.includes(name) ? (cells[columns.indexOf(name)] ?? "").trim() : "")
    return { row, cell, email: Email.safeParse(cell("email")).data }
  })
  const states = await statesOf(
    tx,
    lines.flatMap(({ email }) => email ?? []),
  )
  const seen = new Set<string>()
  for (const { row, cell, email } of lines) {
    const fault =
      email === undefined ? subscriberImportTexts.badEmail : faultOf(cell, states.get(email), seen.has(email))
    if (email === undefined || fault) {
      plan.refused.push({ row, email: cell("email").slice(0, 100), message: said(fault!) })
      continue
    }
    seen.add(email)
    if (states.get(email) === "confirmed") plan.known++
    else plan.added.push({ email, ...factsOf(cell) })
  }
  return plan
}

type Cell = (name: string) => string

const dateOf = (cell: string) => (/^\d{4}-\d{2}-\d{2}/.test(cell) ? new Date(cell) : new Date(Number.NaN))

function faultOf(cell: Cell, state: string | undefined, isRepeated: boolean): string | null {
  if (isRepeated) return subscriberImportTexts.twice
  const given = cell("state").toLowerCase()
  if (given !== "" && !["confirmed", "subscribed", "active"].includes(given)) return subscriberImportTexts.notConfirmed
  if (state === "unsubscribed") return subscriberImportTexts.unsubscribed
  if (state === "bounced") return subscriberImportTexts.bounced
  if (state === "complained") return subscriberImportTexts.complained
  if (cell("language") !== "" && !isLanguage(cell("language").toLowerCase())) return subscriberImportTexts.badLanguage
  if (cell("country") !== "" && !countries.has(cell("country").toUpperCase())) return subscriberImportTexts.badCountry
  const since = cell("created_at")
  return since !== "" && Number.isNaN(dateOf(since).getTime()) ? subscriberImportTexts.badDate : null
}

function factsOf(cell: Cell): Omit<Found, "email"> {
  const since = cell("created_at")
  return {
    language: (cell("language").toLowerCase() as Language) || null,
    country: (cell("country").toUpperCase() as CountryCode) || null,
    since: since === "" ? null : dateOf(since),
  }
}

async function statesOf(tx: Tx, emails: string[]): Promise<Map<string, string>> {
  const states = new Map<string, string>()
  for (const part of inParts(emails, 5000)) {
    const rows = await tx.db
      .select({ email: subscribers.email, state: subscribers.state })
      .from(subscribers)
      .where(inArray(subscribers.email, part))
    for (const { email, state } of rows) states.set(email, state)
  }
  return states
}

function resultOf({ added, known, refused, notes }: Plan, { rows }: Sheet, isDone: boolean): SubscriberImport {
  const plan = createHash("sha256")
    .update(JSON.stringify([added, known, refused.map(({ row }) => row)]))
    .digest("hex")
  return {
    is_done: isDone,
    rows: rows.length,
    added: added.length,
    known,
    refused_count: refused.length,
    refused: refused.slice(0, newsletterLimits.listed),
    notes,
    plan,
  }
}
