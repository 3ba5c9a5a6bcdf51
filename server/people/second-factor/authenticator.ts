import { and, eq, isNotNull, isNull, lt } from "drizzle-orm"
import { Secret, TOTP } from "otpauth"
import qrcode from "qrcode-generator"
import { secondFactorTexts } from "#contract/memberText.ts"
import type { NewApp } from "#contract/secondFactor.ts"
import type { Sealer } from "../../platform/auth/sealed.ts"
import { authenticators } from "../../platform/auth/tables.ts"
import type { Tx } from "../../platform/db/store.ts"
import { Refusal } from "../../platform/refusal.ts"

/** Seconds. */
const period = 30
/** Steps before and after the current one whose codes are accepted: phones are late, people are slow. */
const window = 1

function totpOf(secret: Secret, issuer: string, label: string): TOTP {
  return new TOTP({ issuer, label, secret, digits: 6, period })
}

/**
 * Creates a secret, which counts once a code of it has been entered, and replaces an earlier one that was never used.
 * Throws CONFLICT when the account has an app in use.
 */
export async function makeSecret(
  tx: Tx,
  sealer: Sealer,
  { userId, issuer, label }: { userId: number; issuer: string; label: string },
): Promise<NewApp> {
  const secret = new Secret({ size: 20 })
  const uri = totpOf(secret, issuer, label).toString()
  const row = { secret: await sealer.seal(tx, secret.base32), lastStep: 0, createdAt: tx.now(), confirmedAt: null }
  const [made] = await tx.db
    .insert(authenticators)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: authenticators.userId, set: row, setWhere: isNull(authenticators.confirmedAt) })
    .returning({ userId: authenticators.userId })
  if (!made) throw new Refusal("CONFLICT", secondFactorTexts.appExists)
  return { secret: secret.base32, uri, qr: drawCode(uri) }
}

export async function hasAuthenticator(tx: Tx, userId: number): Promise<boolean> {
  return (await authenticatorOf(tx, userId)) !== undefined
}

export async function authenticatorOf(tx: Tx, userId: number): Promise<{ createdAt: Date } | undefined> {
  const [row] = await tx.db
    .select({ createdAt: authenticators.createdAt })
    .from(authenticators)
    .where(and(eq(authenticators.userId, userId), isNotNull(authenticators.confirmedAt)))
  return row
}

/**
 * Accepts each code of the app once, under the lock of its row, which ensures that the secret is the one that the code
 * fits. With `confirms` it must be the first code, which puts the app into use.
 */
export async function acceptCode(
  tx: Tx,
  sealer: Sealer,
  { userId, code, confirms = false }: { userId: number; code: string; confirms?: boolean },
): Promise<boolean> {
  const [row] = await tx.db.select().from(authenticators).where(eq(authenticators.userId, userId)).for("update")
  if (!row || (row.confirmedAt === null) !== confirms) return false
  const timestamp = tx.now().getTime()
  const totp = totpOf(Secret.fromBase32(await sealer.open(tx, row.secret)), "", "")
  const delta = totp.validate({ token: code, timestamp, window })
  if (delta === null) return false
  const step = Math.floor(timestamp / 1000 / period) + delta
  const [used] = await tx.db
    .update(authenticators)
    .set({ lastStep: step, ...(confirms && { confirmedAt: tx.now() }) })
    .where(and(eq(authenticators.userId, userId), lt(authenticators.lastStep, step)))
    .returning({ userId: authenticators.userId })
  return used !== undefined
}

/** Draws the QR code as an SVG path: a rectangle for each run of dark modules, with the standard's quiet zone. */
function drawCode(text: string): NewApp["qr"] {
  const quiet = 4
  const code = qrcode(0, "M")
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  let path = ""
  for (let y = 0; y < count; y++) {
    for (let x = 0; x < count; x++) {
      if (!code.isDark(y, x)) continue
      const from = x
      while (x + 1 < count && code.isDark(y, x + 1)) x++
      path += `M${from + quiet} ${y + quiet}h${x - from + 1}v1h-${x - from + 1}z`
    }
  }
  return { size: count + 2 * quiet, path }
}
