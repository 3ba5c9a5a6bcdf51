import { type KeyboardEvent, useEffect, useRef, useState } from "react"
import type { Doll } from "#contract/catalog.ts"
import { t } from "#contract/t.ts"
import { IconButton } from "../../platform/ui/Button.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { stepOf } from "../../platform/ui/direction.ts"
import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from "../../platform/ui/icons.ts"
import { Picture } from "../../platform/ui/Picture.tsx"
import { altAmong } from "./card.ts"

interface LightboxProps {
  doll: Doll
  /** Null while closed. */
  index: number | null
  onIndex(index: number): void
  onClose(): void
}

const steps = [1, 1.75, 3]
/** Pixels that an arrow key scrolls an enlarged picture. */
const scrolls: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-80, 0],
  ArrowRight: [80, 0],
  ArrowUp: [0, -80],
  ArrowDown: [0, 80],
}

/** Shows one picture full screen. Enlarged, it scrolls. */
export default function Lightbox({ doll, index, onIndex, onClose }: LightboxProps) {
  const { images } = doll
  const [zoom, setZoom] = useState(0)
  const pane = useRef<HTMLElement>(null)
  const image = index === null ? undefined : images[index]
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new picture starts without zoom
  useEffect(() => setZoom(0), [index])
  const isOpen = image !== undefined
  const onward = useRef<HTMLButtonElement>(null)
  // Focuses a control, so that the keys work at once and the focus ring surrounds something small.
  useEffect(() => void (isOpen && onward.current?.focus()), [isOpen])
  useEffect(() => {
    const box = pane.current
    if (!box || zoom === 0) return
    box.scrollTo((box.scrollWidth - box.clientWidth) / 2, (box.scrollHeight - box.clientHeight) / 2)
  }, [zoom])
  const turn = (by: number) => onIndex(((index ?? 0) + by + images.length) % images.length)
  const closer = () => setZoom((now) => Math.min(steps.length - 1, now + 1))
  const farther = () => setZoom((now) => Math.max(0, now - 1))
  const actionOf = (key: string) => {
    if (key === "+" || key === "=") return closer
    if (key === "-") return farther
    if (key === "0") return () => setZoom(0)
    if (zoom > 0) return scrolls[key] && (() => pane.current?.scrollBy(...scrolls[key]!))
    const step = stepOf(key)
    return step === 0 ? undefined : () => turn(step)
  }
  const steer = (event: KeyboardEvent) => {
    const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : actionOf(event.key)
    if (!action) return
    event.preventDefault()
    action()
  }
  return (
    <Dialog open={isOpen} onClose={onClose} title={doll.name} shape="full" className="night-room">
      {image && (
        // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for the buttons below
        <div
          onKeyDown={steer}
          // A click on the picture leaves the focus on the control that was used last.
          onMouseDown={(event) => pane.current?.contains(event.target as Node) && event.preventDefault()}
          className="relative flex h-full flex-col gap-3"
        >
          <section
            ref={pane}
            // The middle of a picture is counted from the left in every language.
            dir="ltr"
            aria-label={
              zoom === 0
                ? t`Image ${index! + 1} of ${images.length}`
                : t`Image ${index! + 1} of ${images.length}, zoomed in`
            }
            tabIndex={zoom === 0 ? undefined : 0}
            onDoubleClick={() => setZoom((now) => (now === 0 ? 1 : 0))}
            className={cx(
              "-mx-5 min-h-0 flex-1 overflow-auto -outline-offset-4 touch-manipulation",
              zoom === 0 && "flex justify-center",
            )}
          >
            <div
              className={cx(zoom === 0 ? "aspect-4/5 h-full max-w-full" : "mx-auto")}
              style={zoom === 0 ? undefined : { width: `${steps[zoom]! * 60}vmax` }}
            >
              <Picture
                key={image.id}
                image={image}
                alt={altAmong(doll, index!)}
                sizes={zoom === 0 ? "80vh" : "180vmax"}
                eager
                className={cx("mask-none aspect-4/5 bg-transparent!", zoom === 0 && "h-full object-contain")}
              />
            </div>
          </section>
          {zoom === 0 && images.length > 1 && (
            <ul className="absolute top-0 flex max-h-full w-12 flex-col gap-2 overflow-y-auto max-lg:hidden">
              {images.map((thumb, at) => (
                <li key={thumb.id}>
                  <button
                    type="button"
                    aria-label={t`View image ${at + 1}`}
                    aria-current={at === index ? "true" : undefined}
                    onClick={() => onIndex(at)}
                    className={cx(
                      "block w-full border-b-2 pb-1 -outline-offset-4",
                      at === index ? "border-ink" : "edgeless hover:border-line-strong",
                    )}
                  >
                    <Picture image={thumb} alt="" sizes="80px" maxWidth={320} className="aspect-4/5 rounded-card" />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <div className="flex items-center justify-center gap-2">
            {images.length > 1 && (
              <IconButton label={t`Previous image`} onClick={() => turn(-1)}>
                <ChevronLeft aria-hidden size={22} />
              </IconButton>
            )}
            <IconButton
              label={t`Zoom out`}
              aria-disabled={zoom === 0}
              onClick={farther}
              className="aria-disabled:opacity-40"
            >
              <ZoomOut aria-hidden size={20} />
            </IconButton>
            <p role="status" className="min-w-14 text-center text-ui tabular">
              {index! + 1} / {images.length}
            </p>
            <IconButton
              ref={images.length > 1 ? undefined : onward}
              label={t`Zoom in`}
              aria-disabled={zoom === steps.length - 1}
              onClick={closer}
              className="aria-disabled:opacity-40"
            >
              <ZoomIn aria-hidden size={20} />
            </IconButton>
            {images.length > 1 && (
              <IconButton ref={onward} label={t`Next image`} onClick={() => turn(1)}>
                <ChevronRight aria-hidden size={22} />
              </IconButton>
            )}
          </div>
        </div>
      )}
    </Dialog>
  )
}
