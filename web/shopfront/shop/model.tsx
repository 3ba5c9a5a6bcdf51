import { lazy, Suspense, useEffect, useState } from "react"
import { data, isRouteErrorResponse, useParams, useRevalidator } from "react-router"
import type { Doll } from "#contract/catalog.ts"
import { t } from "#contract/t.ts"
import { generalTexts, modelTexts } from "#contract/texts.ts"
import { language } from "../../platform/language.ts"
import { titled } from "../../platform/meta/shop.ts"
import type { Address } from "../../platform/router.ts"
import { ButtonLink } from "../../platform/ui/Button.tsx"
import { ErrorState } from "../../platform/ui/states.tsx"
import { followRedirect, noneIfMissing, visitContext } from "../../platform/visit.ts"
import type { Route } from "./+types/model"
import { cardOf, shownFirst } from "./card.ts"
import { categoryNames } from "./categories.ts"
import { ModelBody } from "./ModelBody.tsx"
import { ModelCard } from "./ModelCard.tsx"
import { modelMeta } from "./modelMeta.ts"
import { Report } from "./Report.tsx"
import { forget, recentlySeen, remember } from "./recent.ts"
import { reviewsPerPage } from "./reviewList.ts"

const RecentlyViewed = lazy(() => import("./RecentlyViewed.tsx"))

export async function loader({ params, context, request }: Route.LoaderArgs) {
  const { services, origin } = context.get(visitContext)
  const id = /^[1-9]\d{0,8}$/.test(params.id) ? Number(params.id) : null
  const page = { skip: 0, limit: reviewsPerPage }
  const shown = id === null ? null : await services.showDoll(id, page, language).catch(noneIfMissing)
  if (!shown) {
    await followRedirect(services, request)
    throw data(null, { status: 404 })
  }
  const { doll, related, reviews } = shown
  return { doll: { ...doll, images: shownFirst(doll.images) }, related: related.map(cardOf), reviews, origin }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: titled(modelTexts.notFoundTitle) }, { name: "robots", content: "noindex" }]
  return modelMeta(loaderData.doll, loaderData.origin)
}

export default function Model({ loaderData: { doll, related, reviews, origin } }: Route.ComponentProps) {
  const hasSeenOthers = useSeen(doll)
  return (
    <div className="wrap py-6 md:py-10">
      <nav aria-label={t`Breadcrumb`}>
        <ol className="flex flex-wrap items-center gap-x-2 text-ink-3 text-meta">
          <li>
            <a
              data-go
              href={"/models" satisfies Address}
              className="inline-flex min-h-11 items-center hover:text-ink hover:underline"
            >{t`Models`}</a>
          </li>
          <li aria-hidden>/</li>
          <li>
            <a
              data-go
              href={`/models?category=${doll.doll_category}` satisfies Address}
              className="inline-flex min-h-11 items-center hover:text-ink hover:underline"
            >
              {categoryNames[doll.doll_category]}
            </a>
          </li>
          <li aria-hidden>/</li>
          <li aria-current="page" className="text-ink-2">
            {doll.name}
          </li>
        </ol>
      </nav>
      <ModelBody doll={doll} reviews={reviews} origin={origin} />
      <p className="border-line pt-2 md:mt-6 md:border-t">
        <Report key={doll.id} kind="doll" id={doll.id} about={doll.name} />
      </p>
      {related.length > 0 && (
        <section aria-labelledby="related" className="mt-16 md:mt-24">
          <h2 id="related" className="font-display text-h2">
            {modelTexts.related}
          </h2>
          <ul className="-mx-[16px] sm:mx-0 mt-6 flex snap-x gap-4 overflow-x-auto px-[16px] pb-2 sm:grid sm:grid-cols-3 sm:px-0 md:gap-6">
            {related.map((one) => (
              <li key={one.id} className="w-3/5 shrink-0 snap-center sm:w-auto">
                <ModelCard isRelated doll={one} sizes="(min-width: 1488px) 430px, (min-width: 640px) 31vw, 60vw" />
              </li>
            ))}
          </ul>
        </section>
      )}
      {hasSeenOthers && (
        <Suspense>
          <RecentlyViewed except={doll.id} />
        </Suspense>
      )}
    </div>
  )
}

const pictured = ({ variants, width, height, color }: Doll["images"][number]) => ({ variants, width, height, color })

/** Records this model as viewed. Returns true if others were viewed before: only then is their section loaded. */
function useSeen({ id, name, images }: Doll): boolean {
  const [others, setOthers] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each model
  useEffect(() => {
    setOthers(recentlySeen().some((one) => one.id !== id))
    const [image] = images
    remember({ id, name, image: image ? pictured(image) : null })
  }, [id])
  return others
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { revalidate } = useRevalidator()
  const { id } = useParams()
  const isGone = isRouteErrorResponse(error) && error.status === 404
  useEffect(() => {
    if (isGone) forget(Number(id))
  }, [isGone, id])
  if (isGone) {
    return (
      <div className="wrap flex min-h-[60svh] flex-col items-start justify-center gap-4">
        <h1 className="font-display text-h1">{modelTexts.notFoundTitle}</h1>
        <p className="max-w-measure text-ink-2">{t`This model isn't in the collection. It may have found a home.`}</p>
        <ButtonLink to="/models">{t`Browse Models`}</ButtonLink>
      </div>
    )
  }
  return (
    <div className="wrap py-14">
      <h1 className="sr-only">{generalTexts.wentWrong}</h1>
      <ErrorState title={modelTexts.detailsFailed} retry={() => void revalidate()} />
    </div>
  )
}
