import { lazy, Suspense } from "react"
import { favoriteTexts } from "#contract/texts.ts"
import { explain } from "../api/client.ts"
import { cardOf } from "../shop/card.ts"
import { useFavorites } from "../shop/favorites.ts"
import { ModelCard } from "../shop/ModelCard.tsx"
import { Button, ButtonLink } from "../ui/Button.tsx"
import { Notice } from "../ui/Notice.tsx"
import { EmptyState, ErrorState, Skeleton } from "../ui/states.tsx"
import { PanelTitle } from "./PanelTitle.tsx"

const RecentlyViewed = lazy(() => import("../shop/RecentlyViewed.tsx"))

export function Favorites() {
  const { data, error, isPending, refetch } = useFavorites({ fresh: true })
  const shown = data?.filter((favorite) => favorite.doll !== null)
  return (
    <>
      <PanelTitle>Favorites</PanelTitle>
      {isPending && (
        <div role="status" className={grid}>
          <span className="sr-only">Loading</span>
          <Skeleton className="aspect-4/5" />
          <Skeleton className="aspect-4/5" />
          <Skeleton className="aspect-4/5" />
        </div>
      )}
      {error && !data && (
        <ErrorState title={favoriteTexts.loadOwnFailed} detail={explain(error)} retry={() => void refetch()} />
      )}
      {error && data && (
        <Notice kind="warn" title={favoriteTexts.modelsFailed} className="mt-5">
          <p>{explain(error)} These are your favorites as they were last seen.</p>
          <Button look="quiet" className="-ml-5" onClick={() => void refetch()}>
            Try again
          </Button>
        </Notice>
      )}
      {shown?.length === 0 && (
        <EmptyState title="No favorites yet.">
          <ButtonLink to="/models" look="outline">
            Browse Models
          </ButtonLink>
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

const grid =
  "mt-6 grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] gap-x-4 gap-y-10 sm:grid-cols-2 xl:grid-cols-3"
