import { homeCopy } from "#contract/copy/home.ts"
import { t } from "#contract/t.ts"
import { modelTexts } from "#contract/texts.ts"
import { wordsOf } from "../../../platform/meta/words.ts"
import { ButtonLink } from "../../../platform/ui/Button.tsx"
import { EmptyState } from "../../../platform/ui/states.tsx"
import type { CardModel } from "../card.ts"
import { ModelCard } from "../ModelCard.tsx"

const words = wordsOf(homeCopy)

export function Featured({ dolls }: { dolls: CardModel[] }) {
  return (
    <section aria-labelledby="featured-title" className="wrap mt-12 md:mt-28">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="featured-title" className="font-display text-h2">
          {words("home_featured")}
        </h2>
        {dolls.length > 0 && (
          <ButtonLink to="/models" variant="quiet" prefetch="intent" className="px-0!">{t`View All`}</ButtonLink>
        )}
      </div>
      {dolls.length > 0 ? (
        <ul className="-mx-(--gutter) mt-4 flex snap-x scroll-px-(--gutter) gap-4 overflow-x-auto px-(--gutter) pb-2 sm:mx-0 sm:mt-6 sm:grid sm:grid-cols-3 sm:overflow-visible sm:p-0 md:gap-6">
          {dolls.map((doll) => (
            <li key={doll.id} className="w-3/4 shrink-0 snap-start sm:w-auto">
              <ModelCard doll={doll} sizes="(min-width: 1488px) 437px, (min-width: 640px) 30vw, 70vw" />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title={words("home_none")}>
          <ButtonLink to="/models">{modelTexts.browseAll}</ButtonLink>
        </EmptyState>
      )}
    </section>
  )
}
