import { useState } from "react"
import { data, isRouteErrorResponse, useRevalidator } from "react-router"
import type { Doll } from "#contract/catalog.ts"
import { t } from "#contract/t.ts"
import { generalTexts } from "#contract/texts.ts"
import { language } from "../../platform/language.ts"
import { privateMeta } from "../../platform/meta/meta.ts"
import { useSession } from "../../platform/session/session.ts"
import { Button, ButtonLink } from "../../platform/ui/Button.tsx"
import { EmptyState, ErrorState } from "../../platform/ui/states.tsx"
import { visitContext } from "../../platform/visit.ts"
import { addToCart, isStaff, type Purchasable } from "../cart/cart.ts"
import type { Route } from "./+types/shared-favorites"
import { cardOf, shownFirst } from "./card.ts"
import { gridClass, ModelCard } from "./ModelCard.tsx"

export async function loader({ params, context }: Route.LoaderArgs) {
  const { services } = context.get(visitContext)
  const dolls = await services.sharedFavorites(params.token, language).catch((error: { code?: string }) => {
    throw error.code === "NOT_FOUND" ? data(null, { status: 404 }) : error
  })
  return {
    models: dolls.map((doll) => ({
      card: cardOf(doll),
      toBuy: purchasable(doll),
    })),
  }
}

function purchasable({ id, name, price, description, images, stock, in_stock }: Doll): Purchasable {
  const line = { description: description.slice(0, 200), images: shownFirst(images).slice(0, 1) }
  return { id, name, price, stock, in_stock, ...line }
}

/** A link that is turned off stops working at once, because the page is not cached. */
export const headers: Route.HeadersFunction = () => ({ "cache-control": "no-store" })

export const meta: Route.MetaFunction = () => privateMeta(t`Shared favorites`)

export default function SharedFavorites({ loaderData: { models } }: Route.ComponentProps) {
  return (
    <div className="wrap pt-6 pb-10 md:py-14">
      <h1 className="font-display text-h1">{t`Shared favorites`}</h1>
      <p className="mt-2 max-w-measure text-ink-2 md:text-lead">{t`Someone chose these models and shared them with you.`}</p>
      {models.length === 0 ? (
        <EmptyState title={t`There's nothing on this list right now.`}>
          <ButtonLink to="/models" variant="outline">{t`Browse Models`}</ButtonLink>
        </EmptyState>
      ) : (
        <ul className={`${gridClass} mt-6`}>
          {models.map(({ card, toBuy }, index) => (
            <li key={card.id} className="flex flex-col justify-between">
              <ModelCard doll={card} eager={index < 2} first={index === 0} />
              {toBuy.in_stock && <Add doll={toBuy} />}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Add({ doll }: { doll: Purchasable }) {
  const session = useSession()
  const [busy, setBusy] = useState(false)
  const add = async () => {
    setBusy(true)
    await addToCart(doll, 1)
    setBusy(false)
  }
  if (isStaff(session) || session.user?.suspended) return null
  return (
    <Button
      variant="outline"
      busy={busy}
      aria-label={t`Add to Cart: ${doll.name}`}
      onClick={() => void add()}
      className="needs-js if-not-staff mt-3 w-full px-2"
    >{t`Add to Cart`}</Button>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { revalidate } = useRevalidator()
  const isGone = isRouteErrorResponse(error) && error.status === 404
  return (
    <div className="wrap py-14">
      <h1 className="font-display text-h1">{t`Shared favorites`}</h1>
      {isGone ? (
        <EmptyState title={t`This list is no longer shared.`}>
          <ButtonLink to="/models" variant="outline">{t`Browse Models`}</ButtonLink>
        </EmptyState>
      ) : (
        <ErrorState title={generalTexts.failedToLoad} retry={() => void revalidate()} />
      )}
    </div>
  )
}
