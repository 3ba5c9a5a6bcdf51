import { eq } from "drizzle-orm"
import type { DeleteAccount } from "#contract/accounts.ts"
import { accountTexts } from "#contract/memberText.ts"
import { eraseAccount } from "../accounts/erasure.ts"
import { eraseSavedAddresses } from "../addresses/erasure.ts"
import { eraseAssurances } from "../age/assurances.ts"
import { type Actor, assertSteppedUp, assertUser, type Person, suspended } from "../auth/actor.ts"
import { eraseFactors } from "../auth/factors.ts"
import { accountGone, assertOwnPassword, wrongPassword } from "../auth/people.ts"
import { users } from "../auth/tables.ts"
import { eraseCart } from "../cart/erasure.ts"
import { catalogChanged } from "../catalog/changes.ts"
import { eraseRooms } from "../chat/erasure.ts"
import { after, minutes } from "../clock.ts"
import { eraseContact } from "../contact/erasure.ts"
import { eraseNotes } from "../customers/erasure.ts"
import type { Store, Tx } from "../db/store.ts"
import { eraseRatings } from "../desk/ratings.ts"
import { eraseFavorites } from "../favorites/erasure.ts"
import { eraseAnswers } from "../http/idempotency.ts"
import type { RequestContext } from "../http/requestContext.ts"
import { eraseUnsentEmails } from "../mail/erasure.ts"
import { eraseReports } from "../moderation/erasure.ts"
import { eraseNewsletter } from "../newsletter/erasure.ts"
import { eraseNotifications } from "../notifications/erasure.ts"
import { endOrders, eraseAddresses } from "../orders/erasure.ts"
import { refusePendingPayments } from "../payments/erasure.ts"
import { erasePush } from "../push/subscriptions.ts"
import { Refusal } from "../refusal.ts"
import { eraseReviews } from "../reviews/erasure.ts"
import { eraseStockRequests } from "../stock/requests.ts"
import { eraseViewer } from "../videos/erasure.ts"

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

/** A password is checked whenever it is given; without one the person must have proved who they are lately. Returns the hash it matched. */
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
  // Its content may be evidence.
  if (account.suspendedAt) throw suspended()
  if (known !== null && account.passwordHash !== known) throw wrongPassword()
  return account
}
