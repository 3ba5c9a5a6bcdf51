import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState, ViewTransition } from "react"
import type { Doll } from "#contract/catalog.ts"
import { t } from "#contract/t.ts"
import { cx } from "../../platform/ui/cx.ts"
import { stepOf } from "../../platform/ui/direction.ts"
import { Picture, Placeholder } from "../../platform/ui/Picture.tsx"
import { altAmong, altOf } from "./card.ts"

const Lightbox = lazy(() => import("./Lightbox.tsx"))

/** A swipeable strip with thumbnails. Arrow keys move between pictures, and each opens in a lightbox. */
export function Gallery({ doll }: { doll: Doll }) {
  const { images } = doll
  const strip = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const [zoomed, setZoomed] = useState<number | null>(null)
  const [isLoaded, setLoaded] = useState(false)
  // Until hydration, the first picture has the whole bandwidth.
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  useShownSlide(strip, setCurrent)
  if (images.length === 0) return <Placeholder label={altOf(doll)} className="rounded-card" />

  const go = (index: number, focus = false) => {
    const slide = strip.current?.children[index]
    if (!slide) return
    setCurrent(index)
    strip.current?.scrollTo({ left: (slide as HTMLElement).offsetLeft, behavior: "smooth" })
    if (focus) slide.querySelector("button")?.focus({ preventScroll: true })
  }
  const steer = (event: KeyboardEvent) => {
    const step = stepOf(event.key)
    if (step === 0) return
    event.preventDefault()
    go(Math.min(images.length - 1, Math.max(0, current + step)), true)
  }
  const zoom = (index: number) => {
    setLoaded(true)
    setZoomed(index)
  }
  return (
    <section aria-label={t`Images`} className="flex flex-col gap-3 xl:flex-row-reverse xl:items-start">
      <div className="relative min-w-0 flex-1">
        <ul
          ref={strip}
          onKeyDown={steer}
          className="relative flex snap-x snap-mandatory overflow-x-auto rounded-card [scrollbar-width:none]"
        >
          {images.map((image, index) => (
            <li
              key={image.id}
              className={cx("w-full shrink-0 snap-start snap-always", index > 0 && !isReady && "in-data-js:hidden")}
            >
              <Grown id={index === 0 ? doll.id : null}>
                <button
                  type="button"
                  tabIndex={index === current ? 0 : -1}
                  aria-label={t`Enlarge image ${index + 1} of ${images.length}: ${altOf(doll, image)}`}
                  onClick={() => zoom(index)}
                  className="block w-full cursor-zoom-in -outline-offset-4"
                >
                  <Picture
                    image={image}
                    alt={altAmong(doll, index)}
                    sizes={mainSizes}
                    first={index === 0}
                    eager={isReady && Math.abs(index - current) < 2}
                    // The dark theme dims a picture without a night version; the lightbox shows its true colours.
                    className="aspect-4/5"
                  />
                </button>
              </Grown>
            </li>
          ))}
        </ul>
        <span
          aria-hidden
          className="pointer-events-none absolute inset-e-3 bottom-3 rounded-card bg-surface px-2 py-1 text-ink-2 text-meta tabular"
        >
          {current + 1} / {images.length}
        </span>
      </div>
      {images.length > 1 && (
        <ul className="flex gap-3 xl:w-16 xl:flex-col">
          {images.slice(0, 8).map((image, index) => (
            <li key={image.id} className="min-w-0 max-w-16 flex-1 xl:max-w-none xl:flex-none">
              <button
                type="button"
                aria-label={t`Show image ${index + 1} of ${images.length}`}
                aria-current={index === current ? "true" : undefined}
                onClick={() => go(index)}
                className={cx(
                  "block w-full border-b-2 pb-1",
                  index === current
                    ? "border-ink"
                    : "edgeless [--daylight:light-dark(#000,#0008)] hover:border-line-strong",
                )}
              >
                <Picture image={image} alt="" sizes="80px" maxWidth={320} last className="aspect-4/5 rounded-card" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Suspense>
        {isLoaded && (
          <Lightbox
            doll={doll}
            index={zoomed}
            onIndex={setZoomed}
            onClose={() => {
              if (zoomed !== null) go(zoomed)
              setZoomed(null)
            }}
          />
        )}
      </Suspense>
    </section>
  )
}

/** The first picture grows out of the card that led here. */
function Grown({ id, children }: { id: number | null; children: ReactNode }) {
  if (id === null) return children
  return (
    <ViewTransition name={`model-${id}`} default="none" share="grow">
      {children}
    </ViewTransition>
  )
}

const mainSizes = "(min-width: 1488px) 690px, (min-width: 1024px) 52vw, (min-width: 768px) 44vw, 92vw"

/** Reports the slide in view after a swipe. */
function useShownSlide(strip: React.RefObject<HTMLUListElement | null>, onShow: (index: number) => void): void {
  useEffect(() => {
    const root = strip.current
    if (!root) return
    const observer = new IntersectionObserver(() => onShow(Math.round(Math.abs(root.scrollLeft) / root.clientWidth)), {
      root,
      threshold: 0.6,
    })
    for (const slide of root.children) observer.observe(slide)
    return () => observer.disconnect()
  }, [strip, onShow])
}
