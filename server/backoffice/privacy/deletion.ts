import { eq } from "drizzle-orm"
import type { DeleteAccount } from "#contract/accounts.ts"
import { accountTexts } from "#contract/memberText.ts"
import { eraseRooms } from "../../conversation/chat/erasure.ts"
import { eraseContact } from "../../conversation/contact/erasure.ts"
import { eraseReviews } from "../../conversation/reviews/erasure.ts"
import { eraseAccount } from "../../people/accounts/erasure.ts"
import { eraseSavedAddresses } from "../../people/addresses/erasure.ts"
import { eraseAssurances } from "../../people/age/assurances.ts"
import { eraseNewsletter } from "../../people/newsletter/erasure.ts"
import { type Actor, assertSteppedUp, assertUser, type Person, suspended } from "../../platform/auth/actor.ts"
import { eraseFactors } from "../../platform/auth/factors.ts"
import { accountGone, assertOwnPassword, wrongPassword } from "../../platform/auth/people.ts"
import { users } from "../../platform/auth/tables.ts"
import { after, minutes } from "../../platform/clock.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import { eraseAnswers } from "../../platform/http/idempotency.ts"
import type { RequestContext } from "../../platform/http/requestContext.ts"
import { eraseUnsentEmails } from "../../platform/mail/erasure.ts"
import { eraseReports } from "../../platform/moderation/erasure.ts"
import { eraseNotifications } from "../../platform/notifications/erasure.ts"
import { erasePush } from "../../platform/push/subscriptions.ts"
import { Refusal } from "../../platform/refusal.ts"
import { eraseCart } from "../../sales/cart/erasure.ts"
import { endOrders, eraseAddresses } from "../../sales/orders/erasure.ts"
import { refusePendingPayments } from "../../sales/payments/erasure.ts"
import { eraseStockRequests } from "../../sales/stock/requests.ts"
import { catalogChanged } from "../../shopfront/catalog/changes.ts"
import { eraseFavorites } from "../../shopfront/favorites/erasure.ts"
import { eraseViewer } from "../../shopfront/videos/erasure.ts"
import { eraseNotes } from "../customers/erasure.ts"
import { eraseRatings } from "../desk/ratings.ts"

type Account = typeof users.$inferSelect

const fresh = minutes(10)

/**
 * Erases the person and keeps the books: orders and payments retain what was bought, the amount and the country.
 * Refused while an order or its payment is in progress; unpaid orders are cancelled.
 */
export async function deleteAccount(
  store: Store,
  actor: Actor,
  input: DeleteAccount,
  context: RequestContext,
): Promise<void> {
  assertUser(actor)
  assertSteppedUp(actor, store.now())
  const known = await confirmPerson(store, actor, input?.password, context)
  await store.transaction(async (tx) => {
    const ended = await endOrders(tx, actor, context.origin)
    const account = await lockAccount(tx, actor, known)
    const { id } = account
    await refusePendingPayments(tx, id)
    await eraseAddresses(tx, ended)
    const numbers = ended.map(({ orderNumber }) => orderNumber)
    await eraseUnsentEmails(tx, account.email, numbers)
    await eraseContact(tx, account)
    await eraseNewsletter(tx, account)
    await eraseStockRequests(tx, account)
    await eraseRooms(tx, id)
    await eraseReports(tx, id)
    await eraseReviews(tx, id)
    await eraseViewer(tx, id)
    await eraseFavorites(tx, id)
    await eraseSavedAddresses(tx, id)
    await eraseCart(tx, id)
    await eraseNotifications(tx, id)
    await eraseNotes(tx, id)
    await eraseRatings(tx, id)
    await erasePush(tx, id)
    await eraseAnswers(tx, id)
    await eraseFactors(tx, id)
    await eraseAssurances(tx, id)
    await eraseAccount(tx, id)
    catalogChanged(tx)
  })
}

/** Checks the identity by a given password, or else by a recent proof. Returns the hash that the password matched. */
async function confirmPerson(
  store: Store,
  actor: Person,
  password: string | undefined,
  { address }: RequestContext,
): Promise<string | null> {
  if (password) return assertOwnPassword(store, actor, password, "password", address)
  if (after(actor.confirmedAt, fresh) > store.now()) return null
  throw new Refusal("WRONG_PASSWORD", accountTexts.passwordToDelete)
}

async function lockAccount(tx: Tx, actor: Person, known: string | null): Promise<Account> {
  const [account] = await tx.db.select().from(users).where(eq(users.id, actor.id)).for("no key update")
  if (!account || account.deletedAt) throw accountGone()
  // The content of the account may be evidence.
  if (account.suspendedAt) throw suspended()
  if (known !== null && account.passwordHash !== known) throw wrongPassword()
  return account
}
