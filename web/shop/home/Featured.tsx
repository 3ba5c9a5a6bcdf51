import { modelTexts } from "#contract/texts.ts"
import { ButtonLink } from "../../ui/Button.tsx"
import { EmptyState } from "../../ui/states.tsx"
import type { CardModel } from "../card.ts"
import { ModelCard } from "../ModelCard.tsx"

export function Featured({ dolls }: { dolls: CardModel[] }) {
  return (
    <section aria-labelledby="featured-title" className="wrap mt-24">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="featured-title" className="font-display text-h2">
          Featured Models
        </h2>
        {dolls.length > 0 && (
          <ButtonLink to="/models" variant="quiet" prefetch="intent" className="px-0!">
            View All
          </ButtonLink>
        )}
      </div>
      {dolls.length > 0 ? (
        <div className="mt-6 grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
          {dolls.map((doll) => (
            <ModelCard
              key={doll.id}
              doll={doll}
              sizes="(min-width: 1488px) 437px, (min-width: 1024px) 30vw, (min-width: 640px) 45vw, 92vw"
            />
          ))}
        </div>
      ) : (
        <EmptyState title={modelTexts.noneFeatured}>
          <ButtonLink to="/models">{modelTexts.browseAll}</ButtonLink>
        </EmptyState>
      )}
    </section>
  )
}
