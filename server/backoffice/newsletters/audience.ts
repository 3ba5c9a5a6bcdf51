import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm"
import type { Level } from "#contract/accounts.ts"
import type { Language } from "#contract/languages.ts"
import type { Segment } from "#contract/newsletters.ts"
import { newsletterSubscribers as subscribers } from "../../people/newsletter/tables.ts"
import { users } from "../../platform/auth/tables.ts"
import type { Tx } from "../../platform/db/store.ts"
import { orderItems, orders } from "../../sales/orders/tables.ts"
import { favorites } from "../../shopfront/favorites/tables.ts"
import { levelAt } from "../staff/members.ts"

/** Joins the account that has confirmed a subscriber's address: what another one did says nothing about its reader. */
export const ofReader = and(
  eq(users.email, subscribers.email),
  isNotNull(users.emailVerifiedAt),
  isNull(users.deletedAt),
)!

export const languageOf = sql<Language>`coalesce(${users.language}, ${subscribers.language}, 'en')`

/** The country of the last order, or that of the imported file. */
export const countryOf = sql<string | null>`coalesce((select ${orders.shipping} ->> 'country' from ${orders}
  where ${orders.userId} = ${users.id} order by ${orders.id} desc limit 1), ${subscribers.country})`

export const levelOf = (now: Date) => levelAt(now) as SQL<Level>

/** Returns the condition for those who get what is sent to the segment. */
export function isIn(tx: Tx, segment: Segment): SQL {
  const { languages, countries, levels, bought, favorites: liked, models } = segment
  return and(
    eq(subscribers.state, "confirmed"),
    languages.length > 0 ? inArray(languageOf, languages) : undefined,
    countries.length > 0 ? inArray(countryOf, countries) : undefined,
    levels.length > 0 ? inArray(levelOf(tx.now()), levels) : undefined,
    either(bought, hasBought(tx, models)),
    either(liked, likes(tx, models)),
  )!
}

const either = (asked: "any" | "yes" | "no", condition: SQL) =>
  asked === "any" ? undefined : asked === "yes" ? condition : sql`not ${condition}`

function hasBought(tx: Tx, models: number[]): SQL {
  const sold = tx.db
    .select({ id: orderItems.id })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(
        eq(orders.userId, users.id),
        isNotNull(orders.paidAt),
        models.length > 0 ? inArray(orderItems.dollId, models) : undefined,
      ),
    )
  return sql`exists ${sold}`
}

function likes(tx: Tx, models: number[]): SQL {
  const found = tx.db
    .select({ id: favorites.id })
    .from(favorites)
    .where(and(eq(favorites.userId, users.id), models.length > 0 ? inArray(favorites.dollId, models) : undefined))
  return sql`exists ${found}`
}

export async function countAudience(tx: Tx, segment: Segment): Promise<number> {
  const [row] = await tx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(subscribers)
    .leftJoin(users, ofReader)
    .where(isIn(tx, segment))
  return row!.count
}
