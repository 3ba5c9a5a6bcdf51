import type { Doll } from "#contract/catalog.ts"
import { t } from "#contract/t.ts"
import { Link } from "../../platform/router.ts"
import { money } from "../../platform/ui/format.ts"
import { Picture } from "../../platform/ui/Picture.tsx"
import { Skeleton } from "../../platform/ui/states.tsx"
import { shownFirst } from "../../shopfront/shop/card.ts"
import { categoryNames } from "../../shopfront/shop/categories.ts"
import { stockLabel } from "../../shopfront/shop/stock.ts"

const grid = "grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-6"

/** The moderator's models, each linking to its chats. */
export function AssignedGrid({
  dolls,
  label,
  level: Heading = "h3",
}: {
  dolls: Doll[]
  label: string
  level?: "h2" | "h3"
}) {
  return (
    <ul aria-label={label} className={grid}>
      {dolls.map((doll) => (
        <li
          key={doll.id}
          className="flex min-w-0 flex-col [content-visibility:auto] [contain-intrinsic-size:auto_20rem]"
        >
          <Link to={`/model/${doll.id}`} tabIndex={-1} aria-hidden className="block overflow-hidden rounded-card">
            <Picture
              image={shownFirst(doll.images)[0] ?? null}
              alt=""
              sizes="(min-width: 80rem) 14rem, (min-width: 64rem) 22vw, (min-width: 40rem) 30vw, 45vw"
              className="aspect-4/5"
            />
          </Link>
          <Heading className="placard mt-3 pt-2 font-display text-h3">
            <Link to={`/model/${doll.id}`} className="hover:underline">
              {doll.name}
            </Link>
          </Heading>
          <p className="mt-1 text-ink-2 text-meta">
            {categoryNames[doll.doll_category]}, <span className="tabular">{money(doll.price)}</span>
          </p>
          <p className="text-ink-3 text-meta">{doll.is_available ? stockLabel(doll).text : t`Not in the shop`}</p>
          <Link
            to={`/moderator?doll=${doll.id}`}
            aria-label={t`Chats about ${doll.name}`}
            className="link mt-auto inline-flex min-h-11 items-center self-start text-ui"
          >{t`Chats`}</Link>
        </li>
      ))}
    </ul>
  )
}

export function LoadingGrid({ label }: { label: string }) {
  return (
    <div role="status" className={grid}>
      <span className="sr-only">{label}</span>
      {["one", "two", "three", "four", "five", "six"].map((name) => (
        <Skeleton key={name} className="aspect-4/5" />
      ))}
    </div>
  )
}
