import { useEffect, useRef, useState } from "react"
import type { Slide } from "#contract/slideshow.ts"
import { t } from "#contract/t.ts"
import { slideshowTexts } from "#contract/texts.ts"
import { call, explain } from "../../../platform/api/client.ts"
import { Button } from "../../../platform/ui/Button.tsx"
import { cx } from "../../../platform/ui/cx.ts"
import { fileUrl } from "../../../platform/ui/fileUrl.ts"
import { Pause, Play } from "../../../platform/ui/icons.ts"
import { Picture, Placeholder } from "../../../platform/ui/Picture.tsx"
import { toast } from "../../../platform/ui/toast.tsx"
import { useRotation } from "./useRotation.ts"

/** `slides` is null if the loader failed; the browser then retries. */
export function Slideshow({ slides }: { slides: Slide[] | null }) {
  const [fetched, setFetched] = useState<Slide[]>()
  const shown = slides ?? fetched
  if (shown && shown.length > 0) return <Rotating slides={shown} />
  return <EmptyFrame onFetched={shown ? undefined : setFetched} />
}

function Rotating({ slides }: { slides: Slide[] }) {
  const count = slides.length
  const rotation = useRotation(count, (index) => slides[index]!.is_video)
  const { index, playing, running } = rotation
  const wanted = useLoadedSlides(index, count)
  return (
    <section
      aria-roledescription={t`carousel`}
      aria-label={t`From the collection`}
      className="relative isolate h-full overflow-hidden max-md:aspect-4/5 max-md:max-h-[max(34svh,100svh-27rem)] max-md:w-full"
      {...rotation.holders}
    >
      {count > 1 && (
        <div className="needs-js slide-controls">
          <button
            type="button"
            onClick={() => rotation.setPlaying(!playing)}
            className="inline-flex size-11 items-center justify-center"
            aria-label={playing ? t`Pause the slideshow` : t`Play the slideshow`}
          >
            {playing ? <Pause aria-hidden size={18} /> : <Play aria-hidden size={18} />}
          </button>
          {slides.map((slide, at) => (
            <button
              key={slide.id}
              type="button"
              onClick={() => rotation.show(at)}
              aria-label={t`Show slide ${at + 1} of ${count}`}
              aria-current={at === index || undefined}
              className="slide-dot"
            />
          ))}
        </div>
      )}
      <div aria-live={running ? "off" : "polite"} className="contents">
        {slides.map((slide, at) => (
          // biome-ignore lint/a11y/useSemanticElements: the carousel pattern names its slides as groups
          <div
            key={slide.id}
            role="group"
            aria-roledescription={t`slide`}
            aria-label={t`${at + 1} of ${count}`}
            aria-hidden={at !== index}
            inert={at !== index}
            className={cx("slide", at === index && "slide-shown")}
          >
            {wanted.has(at) && (
              <Shown slide={slide} first={at === 0} shown={at === index} running={running} onEnd={rotation.next} />
            )}
          </div>
        ))}
      </div>
    </section>
  )
}

interface ShownProps {
  slide: Slide
  first: boolean
  shown: boolean
  running: boolean
  onEnd(): void
}

function Shown({ slide, first, shown, running, onEnd }: ShownProps) {
  const caption = slide.slideshow_caption
  return (
    <figure className="flex h-full flex-col">
      <div className="min-h-0 flex-1">
        {slide.is_video && slide.slideshow_video_url ? (
          <SlideVideo slide={slide} shown={shown} running={running} onEnd={onEnd} />
        ) : (
          <Picture
            image={pictureOf(slide)}
            alt={caption ?? t`A model from the collection`}
            // Beside the text, the picture is as high as the frame and cropped at its sides.
            sizes="(min-width: 48rem) 1056px, 150vw"
            first={first}
            eager
            className="h-full! md:rounded-e-card"
          />
        )}
      </div>
      <figcaption className="slide-caption shrink-0 text-ink-2 text-meta">{caption}</figcaption>
    </figure>
  )
}

/** Plays from the start when shown, and moves on when it ends. */
function SlideVideo({ slide, shown, running, onEnd }: Omit<ShownProps, "first">) {
  const ref = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const video = ref.current
    if (!video) return
    if (!shown) {
      video.pause()
      video.currentTime = 0
    } else if (running) {
      // If autoplay is blocked, the poster stays and the slideshow continues.
      video.play().catch((error: DOMException) => error.name === "NotAllowedError" && onEnd())
    } else video.pause()
  }, [shown, running, onEnd])
  return (
    <video
      ref={ref}
      src={fileUrl(slide.slideshow_video_url!)}
      poster={slide.slideshow_image_url ? fileUrl(slide.slideshow_image_url) : undefined}
      muted
      playsInline
      preload="metadata"
      aria-label={slide.slideshow_caption ?? t`A video of a model from the collection`}
      onEnded={onEnd}
      onError={onEnd}
      className="h-full w-full object-cover"
      style={{ backgroundColor: slide.color ?? undefined }}
    />
  )
}

function EmptyFrame({ onFetched }: { onFetched?(slides: Slide[]): void }) {
  const [busy, setBusy] = useState(false)
  const fetchAgain = async () => {
    setBusy(true)
    try {
      onFetched?.(await call("GET /slideshow/slideshows", { query: { skip: 0, limit: 100 } }))
    } catch (error) {
      toast(slideshowTexts.fetchFailed, { kind: "error", description: explain(error) })
      setBusy(false)
    }
  }
  return (
    <div className="relative h-full">
      <Placeholder label={t`An empty plinth`} className="h-full" />
      <div className="absolute inset-x-0 bottom-6 px-4 text-center text-ink-2 text-ui">
        <p>{onFetched ? slideshowTexts.loadFailed : t`The next models are being unpacked.`}</p>
        {onFetched && <Button variant="quiet" busy={busy} onClick={() => void fetchAgain()}>{t`Try again`}</Button>}
      </div>
    </div>
  )
}

function pictureOf({ variants, width, height, color, dark }: Slide) {
  if (!variants || !width || !height) return null
  return { variants, width, height, color: color ?? "transparent", dark }
}

/** Slides whose files are loaded: those that have been shown, and the next one. */
function useLoadedSlides(index: number, count: number): ReadonlySet<number> {
  const [wanted, setWanted] = useState<ReadonlySet<number>>(new Set([0]))
  useEffect(() => {
    const wait = index === 0 ? 1500 : 0
    const timer = setTimeout(() => setWanted((known) => new Set([...known, index, (index + 1) % count])), wait)
    return () => clearTimeout(timer)
  }, [index, count])
  return wanted.has(index) ? wanted : new Set([...wanted, index])
}
