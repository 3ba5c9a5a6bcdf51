import { timingSafeEqual } from "node:crypto"
import type { IncomingHttpHeaders } from "node:http"
import { and, desc, eq, isNotNull } from "drizzle-orm"
import { MailReport } from "#contract/newsletters.ts"
import { t } from "#contract/t.ts"
import { minutes } from "../../platform/clock.ts"
import type { Tx } from "../../platform/db/store.ts"
import { signatureOf } from "../../platform/integrations/signature.ts"
import { notFound, Refusal } from "../../platform/refusal.ts"
import { leave } from "./newsletter.ts"
import { newsletterDeliveries, newsletterReports, newsletterSubscribers } from "./tables.ts"

interface Arrival {
  headers: IncomingHttpHeaders
  raw: string
  secrets: readonly string[]
}

/** How far a report's time may be from now, so that an old one cannot be sent again. */
const tolerance = minutes(5)

/**
 * Applies what the mail provider says of an email: the address refused it for good, or its reader called it spam. Nothing
 * more is sent to that address. It is signed as Standard Webhooks requires, and a repeated one has no effect.
 */
export async function receiveReport(tx: Tx, { headers, raw, secrets }: Arrival): Promise<void> {
  if (secrets.length === 0) throw notFound()
  const [id, sentAt, given] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
    String(headers[name] ?? ""),
  ) as [string, string, string]
  const timestamp = /^\d{1,12}$/.test(sentAt) ? Number(sentAt) : Number.NaN
  const isNow = Math.abs(tx.now().getTime() - timestamp * 1000) <= tolerance
  if (
    !isNow ||
    !/^[\x21-\x7e]{1,200}$/.test(id) ||
    !isSigned(given, signatureOf(secrets, { id, timestamp, body: raw }))
  ) {
    throw new Refusal("BAD_SIGNATURE", t`The signature doesn't match.`)
  }
  const { data: report } = MailReport.safeParse(parsed(raw))
  if (!report) throw new Refusal("INVALID", t`This value is not valid.`)
  const [isNew] = await tx.db
    .insert(newsletterReports)
    .values({ id, kind: report.type, receivedAt: tx.now() })
    .onConflictDoNothing()
    .returning({ id: newsletterReports.id })
  if (isNew) await apply(tx, report)
}

async function apply(tx: Tx, { type, email, message_id }: MailReport): Promise<void> {
  const [subscriber] = await tx.db
    .select({ id: newsletterSubscribers.id })
    .from(newsletterSubscribers)
    .where(eq(newsletterSubscribers.email, email))
    .for("update")
  if (!subscriber) return
  const [, emailId] = /^<?letter-(\d{1,9})-/.exec(message_id ?? "") ?? []
  const [delivery] = await tx.db
    .select({ id: newsletterDeliveries.id })
    .from(newsletterDeliveries)
    .where(
      and(
        eq(newsletterDeliveries.subscriberId, subscriber.id),
        emailId ? eq(newsletterDeliveries.emailId, Number(emailId)) : isNotNull(newsletterDeliveries.sentAt),
      ),
    )
    .orderBy(desc(newsletterDeliveries.id))
    .limit(1)
  const now = tx.now()
  if (delivery) {
    await tx.db
      .update(newsletterDeliveries)
      .set(type === "bounce" ? { bouncedAt: now } : { complainedAt: now })
      .where(eq(newsletterDeliveries.id, delivery.id))
  }
  await leave(tx, email, type === "bounce" ? "bounced" : "complained")
}

/** Whether one of the given signatures is one of ours. Both lists are separated by spaces. */
function isSigned(given: string, ours: string): boolean {
  const [theirs, expected] = [given, ours].map((list) =>
    list
      .split(" ")
      .slice(0, 10)
      .map((one) => Buffer.from(one)),
  )
  return expected!.some((one) => theirs!.some((other) => one.length === other.length && timingSafeEqual(one, other)))
}

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return null
  }
}
