import { useEffect, useState } from "react"
import { t } from "#contract/t.ts"
import { Link } from "../../platform/router.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { Picture } from "../../platform/ui/Picture.tsx"
import { forget, recentlySeen, type Seen } from "./recent.ts"

/** `except` is the current model. */
export default function RecentlyViewed({ except }: { except?: number }) {
  const [seen, setSeen] = useState<Seen[]>([])
  useEffect(() => setSeen(recentlySeen().filter(({ id }) => id !== except)), [except])
  if (seen.length === 0) return null
  const clear = () => {
    forget()
    setSeen([])
  }
  return (
    <section aria-labelledby="recent" className="mt-16">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="recent" className="font-display text-h3">{t`Recently viewed`}</h2>
        <Button variant="quiet" className="-me-4" onClick={clear}>{t`Clear`}</Button>
      </div>
      <div className="strip mt-3 overflow-x-auto">
        <ul className="flex gap-4 pb-2">
          {seen.map(({ id, name, image }) => (
            <li key={id} className="w-24 shrink-0 sm:w-28">
              <Link to={`/model/${id}`} prefetch="intent" className="block text-ui underline-offset-4 hover:underline">
                <span aria-hidden className="block">
                  <Picture image={image} alt="" sizes="112px" className="aspect-4/5 rounded-card" />
                </span>
                <span className="mt-2 block">{name}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
