import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react"
import { useLocation } from "react-router"
import type { Doll } from "#contract/catalog.ts"
import { t } from "#contract/t.ts"
import { cx } from "../../platform/ui/cx.ts"
import { stepOf } from "../../platform/ui/direction.ts"
import { ChevronDown } from "../../platform/ui/icons.ts"
import { Reviews } from "./Reviews.tsx"
import { type ReviewPage, useReviews, verifiedOf } from "./reviewList.ts"
import { Shipping } from "./Shipping.tsx"
import { Specifications } from "./Specifications.tsx"

interface ModelTabsProps {
  doll: Doll
  reviews: ReviewPage
}

const names = ["description", "specifications", "shipping", "reviews"] as const
type Name = (typeof names)[number]

/**
 * Tabs on wide screens, an accordion on narrow ones. CSS switches between them in the same markup, so that hydration
 * moves nothing. Each tab has an anchor (`#reviews`); without JavaScript all are open.
 */
export function ModelTabs({ doll, reviews: first }: ModelTabsProps) {
  const reviews = useReviews(doll.id, first)
  const id = useId()
  const { hash, key } = useLocation()
  const [selected, setSelected] = useState<Name>("description")
  const [open, setOpen] = useState<Name[]>(["description"])
  const list = useRef<HTMLDivElement>(null)
  const choose = (name: Name) => {
    setSelected(name)
    setOpen((now) => (now.includes(name) ? now : [...now, name]))
    // This bypasses the router: only the address changes, without scrolling or loading.
    history.replaceState(history.state, "", `#${name}`)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key`, because the same link may be followed twice
  useEffect(() => {
    const name = names.find((known) => `#${known}` === hash)
    if (!name) return
    setSelected(name)
    setOpen((now) => (now.includes(name) ? now : [...now, name]))
    requestAnimationFrame(() => document.getElementById(name)?.scrollIntoView({ block: "start" }))
  }, [hash, key])

  const titles: Record<Name, string> = {
    description: t`Description`,
    specifications: t`Specifications`,
    shipping: t`Shipping`,
    reviews: t`Reviews (${verifiedOf(reviews.page)})`,
  }
  const contents: Record<Name, ReactNode> = {
    description: <Description doll={doll} />,
    specifications: <Specifications doll={doll} />,
    shipping: <Shipping doll={doll} />,
    reviews: <Reviews doll={doll} reviews={reviews} />,
  }
  const steer = (event: KeyboardEvent) => {
    const at = names.indexOf(selected)
    const step = stepOf(event.key)
    const next = step === 0 ? { Home: 0, End: names.length - 1 }[event.key] : at + step + names.length
    if (next === undefined) return
    event.preventDefault()
    choose(names[next % names.length]!)
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next % names.length]?.focus()
  }
  return (
    <div className="mt-12 md:mt-20">
      <div
        ref={list}
        role="tablist"
        aria-label={t`About ${doll.name}`}
        onKeyDown={steer}
        className="hidden gap-8 border-line border-b md:flex"
      >
        {names.map((name) => (
          <a
            key={name}
            id={`${id}-tab-${name}`}
            role="tab"
            href={`#${name}`}
            aria-selected={selected === name}
            aria-controls={name}
            tabIndex={selected === name ? 0 : -1}
            onClick={(event) => {
              event.preventDefault()
              choose(name)
            }}
            className={cx(
              "-mb-px inline-flex min-h-12 items-center border-b-2 text-ui",
              selected === name ? "border-ink font-semibold" : "edgeless text-ink-2 hover:text-ink",
            )}
          >
            {titles[name]}
          </a>
        ))}
      </div>
      {names.map((name) => (
        <section key={name} className="border-line border-b md:border-0">
          <h2 className="md:hidden">
            <button
              type="button"
              aria-expanded={open.includes(name)}
              aria-controls={name}
              onClick={() => (open.includes(name) ? setOpen(open.filter((one) => one !== name)) : choose(name))}
              className="flex min-h-14 w-full items-center justify-between gap-4 text-start font-display text-h3"
            >
              {titles[name]}
              <ChevronDown
                aria-hidden
                size={18}
                className={cx("needs-js shrink-0", open.includes(name) && "rotate-180")}
              />
            </button>
          </h2>
          <div
            id={name}
            role="tabpanel"
            aria-labelledby={`${id}-tab-${name}`}
            className={cx(
              "pb-8 md:pt-8 md:pb-0 print:block",
              !open.includes(name) && "max-md:hidden",
              selected !== name && "md:hidden",
            )}
          >
            {contents[name]}
          </div>
        </section>
      ))}
    </div>
  )
}

function Description({ doll }: { doll: Doll }) {
  const paragraphs = doll.long_description.split(/\n\s*\n/).filter((text) => text.trim())
  return (
    <div className="model-head text-ink-2">
      <p className="max-w-measure whitespace-pre-line text-ink text-lead">{doll.description}</p>
      <div className="flex max-w-measure flex-col gap-4">
        {paragraphs.map((text) => (
          <p key={text} className="whitespace-pre-line">
            {text}
          </p>
        ))}
      </div>
    </div>
  )
}
