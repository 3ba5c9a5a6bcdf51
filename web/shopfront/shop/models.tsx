import { useNavigation, useRevalidator } from "react-router"
import { modelsCopy } from "#contract/copy/models.ts"
import { t } from "#contract/t.ts"
import { generalTexts, modelTexts } from "#contract/texts.ts"
import { language } from "../../platform/language.ts"
import { addressMeta } from "../../platform/meta/meta.ts"
import { titled } from "../../platform/meta/shop.ts"
import { wordsOf } from "../../platform/meta/words.ts"
import { Link, redirect } from "../../platform/router.ts"
import { ButtonLink } from "../../platform/ui/Button.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { EmptyState, ErrorState } from "../../platform/ui/states.tsx"
import { visitContext } from "../../platform/visit.ts"
import type { Route } from "./+types/models"
import { cardOf } from "./card.ts"
import { addressOf, isCanonical, knownFilters, noFilters, perPage, queryOf, readFilters } from "./filters.ts"
import { gridClass, ModelCard } from "./ModelCard.tsx"
import { ModelFilters } from "./ModelFilters.tsx"
import { Pagination } from "./Pagination.tsx"

const words = wordsOf(modelsCopy)

export async function loader({ request, context }: Route.LoaderArgs) {
  const given = new URL(request.url).searchParams
  const { services, origin } = context.get(visitContext)
  const facets = await services.listFacets(language)
  const filters = knownFilters(readFilters(given), facets)
  const { items, total } = await services.listDolls(queryOf(filters), language)
  const pages = Math.max(1, Math.ceil(total / perPage))
  const address = addressOf({ ...filters, page: Math.min(filters.page, pages) })
  if (!isCanonical(given, address)) throw redirect(address)
  return { filters, total, pages, models: items.map(cardOf), facets, origin }
}

export function meta({ loaderData }: Route.MetaArgs) {
  const description = words("models_description")
  if (!loaderData) return [{ title: titled(t`Models`) }, { name: "robots", content: "noindex" }]
  const { filters, origin } = loaderData
  const isNarrowed = addressOf({ ...filters, page: 1 }) !== "/models"
  return [
    { title: titled(filters.page > 1 ? t`Models, page ${filters.page}` : t`Models`) },
    { name: "description", content: description },
    ...addressMeta(origin, addressOf({ ...noFilters, page: filters.page })),
    { property: "og:title", content: titled(t`Models`) },
    { property: "og:description", content: description },
    { property: "og:type", content: "website" },
    ...(isNarrowed ? [{ name: "robots", content: "noindex, follow" }] : []),
  ]
}

export default function Models({ loaderData: { filters, total, pages, models, facets } }: Route.ComponentProps) {
  const { state, location } = useNavigation()
  const isLoading = state === "loading" && location.pathname === "/models"
  const from = (filters.page - 1) * perPage + 1
  return (
    <div className="wrap pt-6 pb-10 md:py-14">
      <div className="grid items-end gap-x-12 md:grid-cols-[1fr_20rem]">
        <div className="max-md:mb-5">
          <h1 className="font-display text-h1">{t`Models`}</h1>
          <p className="mt-2 max-w-measure text-pretty text-ink-2 md:mt-3 md:text-lead">{words("models_lead")}</p>
        </div>
        <ModelFilters filters={filters} total={total} facets={facets} />
      </div>
      {models.length === 0 ? (
        <EmptyState title={words("models_empty")}>
          <ButtonLink to="/models" variant="outline">
            {modelTexts.clear}
          </ButtonLink>
        </EmptyState>
      ) : (
        <ul
          aria-busy={isLoading}
          className={cx(gridClass, "mt-5 md:mt-6 transition-opacity duration-200", isLoading && "opacity-50")}
        >
          {models.map((doll, index) => (
            <li key={doll.id}>
              <ModelCard doll={doll} eager={index < 2} first={index === 0} />
            </li>
          ))}
        </ul>
      )}
      {models.length > 0 && (
        <div className="mt-14 flex flex-col items-center gap-4">
          <Pagination page={filters.page} pages={pages} addressOf={(page) => addressOf({ ...filters, page })} />
          <p className="text-center text-ink-3 text-meta tabular">
            {modelTexts.range(filters.page, pages, from, from + models.length - 1, total)}
          </p>
        </div>
      )}
    </div>
  )
}

export function ErrorBoundary() {
  const { revalidate } = useRevalidator()
  return (
    <div className="wrap py-14">
      <h1 className="font-display text-h1">{t`Models`}</h1>
      <ErrorState title={generalTexts.failedToLoad} retry={() => void revalidate()} />
      <p className="text-center">
        <Link to="/" className="link">{t`Back to home`}</Link>
      </p>
    </div>
  )
}
