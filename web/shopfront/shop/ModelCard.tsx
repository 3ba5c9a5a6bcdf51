import { useState, ViewTransition } from "react"
import type { Address } from "../../platform/router.ts"
import { shownTheme } from "../../platform/session/theme.ts"
import { money } from "../../platform/ui/format.ts"
import { Picture } from "../../platform/ui/Picture.tsx"
import { Tag } from "../../platform/ui/states.tsx"
import type { CardModel } from "./card.ts"
import { categoryNames } from "./categories.ts"
import { FavoriteButton } from "./FavoriteButton.tsx"
import { Rating } from "./Rating.tsx"

interface ModelCardProps {
  doll: CardModel
  sizes?: string
  eager?: boolean
  first?: boolean
  /** On a model's page, pictures grow out of these cards but not back into them. */
  isRelated?: boolean
}

/**
 * A model's card with two tab stops: the name, whose link covers the card, and the heart. A list shows 24, so the
 * styles are in theme.css once.
 */
export function ModelCard({ doll, sizes = gridSizes, eager, first, isRelated }: ModelCardProps) {
  const titleId = `model-${doll.id}`
  const [isNear, setNear] = useState(false)
  // In a dark page, a picture taken in daylight would turn the card into a grey slab.
  const isSwapped = isNear && doll.back && (doll.back.dark || shownTheme() === "light")
  return (
    <article aria-labelledby={titleId} onPointerEnter={() => setNear(true)} className="card">
      <ViewTransition name={isRelated && !isNear ? undefined : `model-${doll.id}`} default="none" share="grow">
        <div aria-hidden className="relative">
          <Picture
            image={doll.front}
            alt={doll.alt}
            sizes={sizes}
            eager={eager}
            first={first}
            maxWidth={960}
            className="card-picture"
          />
          {isSwapped && (
            <span
              className="card-back"
              // The picture fades in once it has loaded.
              onLoadCapture={({ currentTarget }) => {
                currentTarget.dataset.loaded = ""
              }}
            >
              <Picture image={doll.back} alt="" sizes={sizes} eager maxWidth={960} className="card-picture" />
            </span>
          )}
        </div>
      </ViewTransition>
      <div className="placard card-label">
        <div className="card-head">
          <h2 id={titleId} className="font-display text-h3">
            <a data-go="soon" href={`/model/${doll.id}` satisfies Address}>
              {doll.name}
            </a>
          </h2>
          <p>{money(doll.price)}</p>
        </div>
        <p className="card-facts">{doll.facts}</p>
        <p className="card-text">{doll.text}</p>
        <div className="card-foot">
          {doll.reviews > 0 && <Rating rating={doll.rating} count={doll.reviews} />}
          {doll.isLimited && <Tag tone="celadon">{categoryNames.limited_edition}</Tag>}
          {doll.stock && <Tag>{doll.stock}</Tag>}
        </div>
      </div>
      <FavoriteButton model={doll} className="card-heart" />
    </article>
  )
}

const gridSizes =
  "(min-width: 1760px) 317px, (min-width: 1488px) 322px, (min-width: 1024px) 23vw, (min-width: 640px) 30vw, 46vw"

export const gridClass =
  "grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-x-4 gap-y-10 sm:grid-cols-3 md:gap-x-6 lg:grid-cols-4 min-[110rem]:grid-cols-5"
