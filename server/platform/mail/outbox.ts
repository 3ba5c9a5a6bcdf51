import { and, count, eq, gt, sql } from "drizzle-orm"
import { emailCopy } from "#contract/copy/apart.ts"
import type { Language } from "#contract/languages.ts"
import { byEmail } from "../auth/people.ts"
import { after, hours } from "../clock.ts"
import { copyTexts } from "../db/copyTexts.ts"
import { type Shop, shopOf } from "../db/shopSetting.ts"
import type { Tx } from "../db/store.ts"
import { mailOutbox } from "./tables.ts"

export interface Email {
  kind: string
  to: string
  subject: string
  text: string
  html: string
  /** The same email in the language of its reader, signed by the shop, with the shop's texts around it. */
  render?(language: Language, shop: Shop, copy?: Record<string, string>): Pick<Email, "subject" | "text" | "html">
  replyTo?: string
  /** Unsubscribes with one click, without a sign-in. */
  unsubscribeUrl?: string
  /** A second email with the same key is not stored. */
  dedupeKey?: string
  /** Lets all other emails go first. */
  isBulk?: boolean
}

/** The shop's own words around an email. */
export type Around = Record<"opening" | "closing" | "signature", string>

/** Takes them from the texts that the owner has published, or their defaults. */
export function aroundIn(copy: Record<string, string>, shopName: string): Around {
  const text = (key: keyof typeof emailCopy) => (copy[key] ?? emailCopy[key]).replaceAll("{shop}", shopName)
  return { opening: text("email_opening"), closing: text("email_closing"), signature: text("email_signature") }
}

/**
 * Adds an email to the outbox in the caller's transaction: it is sent if and only if the transaction commits. It is in
 * the language that the account with its address has chosen, otherwise in that of the page it came from. Returns
 * its id; null if it was not stored.
 */
export async function enqueue(tx: Tx, english: Email, page: Language | null = null): Promise<number | null> {
  // The order of a deleted account has no address any more.
  if (english.to === "") return null
  const reader = await byEmail(tx, english.to)
  const language = reader?.language ?? page ?? "en"
  const copy = await copyTexts(tx, language)
  const email = { ...english, ...english.render?.(language, await shopOf(tx), copy) }
  for (const header of [email.to, email.replyTo ?? "", english.subject, email.subject, email.unsubscribeUrl ?? ""]) {
    if (/[\p{Cc}\u2028\u2029]/u.test(header))
      throw new Error(`An email of kind ${email.kind} has a line break in a header`)
  }
  const now = tx.now()
  const [row] = await tx.db
    .insert(mailOutbox)
    .values({
      kind: email.kind,
      toAddress: email.to,
      replyTo: email.replyTo ?? null,
      subject: email.subject,
      bodyText: email.text,
      bodyHtml: email.html,
      unsubscribeUrl: email.unsubscribeUrl ?? null,
      dedupeKey: email.dedupeKey ?? null,
      isBulk: email.isBulk ?? false,
      createdAt: now,
      nextAttemptAt: now,
    })
    .onConflictDoNothing({ target: mailOutbox.dedupeKey })
    .returning({ id: mailOutbox.id })
  return row?.id ?? null
}

/**
 * Whether one more email of this kind may go to this address within the hour. Holds an advisory lock on the pair until
 * the end of the transaction, so that concurrent requests are counted one after the other.
 */
export async function canEmail(tx: Tx, to: string, kind: string, anHour: number): Promise<boolean> {
  await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`letter ${kind} ${to}`}, 0))`)
  const [row] = await tx.db
    .select({ sent: count() })
    .from(mailOutbox)
    .where(
      and(
        eq(mailOutbox.toAddress, to),
        eq(mailOutbox.kind, kind),
        gt(mailOutbox.createdAt, after(tx.now(), -hours(1))),
      ),
    )
  return row!.sent < anHour
}
