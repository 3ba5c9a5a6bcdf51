import { lazy, Suspense } from "react"
import { plural, t } from "#contract/t.ts"
import { favoriteTexts } from "#contract/texts.ts"
import { explain } from "../../platform/api/client.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button, ButtonLink } from "../../platform/ui/Button.tsx"
import { EmptyState, ErrorState, Skeleton } from "../../platform/ui/states.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { cardOf } from "../../shopfront/shop/card.ts"
import { useFavorites } from "../../shopfront/shop/favorites.ts"
import { ModelCard } from "../../shopfront/shop/ModelCard.tsx"
import { PanelTitle } from "./PanelTitle.tsx"
import { ShareFavorites } from "./ShareFavorites.tsx"

const RecentlyViewed = lazy(() => import("../../shopfront/shop/RecentlyViewed.tsx"))

export function Favorites() {
  const { data, error, isPending, refetch } = useFavorites({ fresh: true })
  const shown = data?.filter((favorite) => favorite.doll !== null)
  return (
    <>
      <PanelTitle note={data && <Shared count={shown?.length ?? 0} />}>{t`Favorites`}</PanelTitle>
      {isPending && (
        <div role="status" className={grid}>
          <span className="sr-only">{t`Loading`}</span>
          <Skeleton className="aspect-4/5" />
          <Skeleton className="aspect-4/5" />
          <Skeleton className="aspect-4/5" />
        </div>
      )}
      {error && !data && (
        <ErrorState title={favoriteTexts.loadOwnFailed} detail={explain(error)} retry={() => void refetch()} />
      )}
      {error && data && (
        <Alert kind="warn" title={favoriteTexts.modelsFailed} className="mt-5">
          <p>
            <Trans>{explain(error)} You're seeing a saved copy of your favorites.</Trans>
          </p>
          <Button variant="quiet" className="-ms-5" onClick={() => void refetch()}>{t`Try again`}</Button>
        </Alert>
      )}
      {shown?.length === 0 && (
        <EmptyState title={t`No favorites yet.`}>
          <p className="w-full text-ink-2">{t`Select the heart on a model to save it here.`}</p>
          <ButtonLink to="/models" variant="outline">{t`Browse Models`}</ButtonLink>
        </EmptyState>
      )}
      {shown && shown.length > 0 && (
        <ul className={grid}>
          {shown.map(({ id, doll }) => (
            <li key={id}>{doll && <ModelCard doll={cardOf(doll)} sizes="(min-width: 1024px) 24vw, 46vw" />}</li>
          ))}
        </ul>
      )}
      <Suspense>
        <RecentlyViewed />
      </Suspense>
    </>
  )
}

function Shared({ count }: { count: number }) {
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      {count > 0 && plural(count, { one: "1 model", other: `${count} models` })}
      <ShareFavorites />
    </div>
  )
}

const grid =
  "mt-6 grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-x-4 gap-y-10 sm:grid-cols-2 xl:grid-cols-3"
