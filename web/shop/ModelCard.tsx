import { useState } from "react"
import { Link } from "react-router"
import { money, preview } from "../ui/format.ts"
import { Picture } from "../ui/Picture.tsx"
import { Tag } from "../ui/states.tsx"
import { altOf, type CardModel, factsOf, shownFirst } from "./card.ts"
import { categoryNames } from "./categories.ts"
import { FavoriteButton } from "./FavoriteButton.tsx"
import { Rating } from "./Rating.tsx"

interface ModelCardProps {
  doll: CardModel
  /** How wide the picture is shown, as in `<img sizes>`. */
  sizes?: string
  eager?: boolean
  first?: boolean
}

/** An object with its placard. Two stops for the keyboard: the name, whose link covers the whole card, and the heart. */
export function ModelCard({ doll, sizes = gridSizes, eager, first }: ModelCardProps) {
  const [front, second] = shownFirst(doll.images)
  const titleId = `model-${doll.id}`
  const [isNear, setNear] = useState(false)
  return (
    <article
      aria-labelledby={titleId}
      onPointerEnter={() => setNear(true)}
      className="group relative flex h-full flex-col"
    >
      <div aria-hidden className="relative">
        <Picture
          image={front ?? null}
          alt={altOf(doll, front)}
          sizes={sizes}
          eager={eager}
          first={first}
          className="aspect-4/5 rounded-card"
        />
        {second && isNear && (
          <span className="absolute inset-0 opacity-0 transition-opacity duration-320 ease-out group-hover:opacity-100">
            <Picture image={second} alt="" sizes={sizes} eager className="aspect-4/5 rounded-card" />
          </span>
        )}
      </div>
      <div className="placard mt-3 flex flex-1 flex-col pt-2 transition-colors duration-120 group-hover:border-accent">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h2 id={titleId} className="font-display text-h3">
            <Link
              to={`/model/${doll.id}`}
              prefetch="intent"
              className="after:absolute after:inset-0 group-hover:text-accent"
            >
              {doll.name}
            </Link>
          </h2>
          <p className="whitespace-nowrap font-semibold tabular">{money(doll.price)}</p>
        </div>
        <p className="mt-0.5 text-ink-3 text-meta">{factsOf(doll)}</p>
        <p className="mt-2 text-ink-2 text-ui">{preview(doll.description, 100)}</p>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-2 pt-2 text-ink-3 text-meta">
          <Rating rating={doll.rating} count={doll.review_count} />
          {doll.doll_category === "limited_edition" && <Tag tone="celadon">{categoryNames.limited_edition}</Tag>}
        </div>
      </div>
      <FavoriteButton model={doll} className="absolute top-2 right-2 z-1" />
    </article>
  )
}

const gridSizes = "(min-width: 1488px) 316px, (min-width: 1024px) 23vw, (min-width: 640px) 30vw, 46vw"

/** Two, three or four beside each other. */
export const gridClass =
  "grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-x-4 gap-y-10 sm:grid-cols-3 md:gap-x-6 lg:grid-cols-4"
