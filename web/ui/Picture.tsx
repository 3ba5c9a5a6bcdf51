import { useState } from "react"
import type { Variants } from "#contract/catalog.ts"
import { cx } from "./cx.ts"

export interface PictureProps {
  image: { variants: Variants; width: number; height: number; color: string } | null
  alt: string
  /** As in `<img sizes>`. */
  sizes: string
  /** The widest useful file, in pixels. */
  maxWidth?: number
  eager?: boolean
  /** The page's largest picture, fetched with high priority. */
  first?: boolean
  className?: string
}

/**
 * A picture in AVIF or WebP at a fitting width. Shows its dominant colour while loading and a placeholder on failure.
 */
export function Picture({ image, alt, sizes, maxWidth, eager = false, first = false, className }: PictureProps) {
  const [failed, setFailed] = useState(false)
  if (!image || failed) return <Placeholder label={alt} className={className} />
  const { base, formats } = image.variants
  const widths = maxWidth
    ? image.variants.widths.filter((width, index) => width <= maxWidth || index === 0)
    : image.variants.widths
  const sources = (format: string) => widths.map((width) => `${base}/${width}.${format} ${width}w`).join(", ")
  const fallback = formats.includes("webp") ? "webp" : formats[0]!
  const middle = widths.find((width) => width >= 640) ?? widths.at(-1)!
  return (
    <picture>
      {formats.includes("avif") && fallback !== "avif" && (
        <source type="image/avif" srcSet={sources("avif")} sizes={sizes} />
      )}
      <img
        src={`${base}/${middle}.${fallback}`}
        srcSet={sources(fallback)}
        sizes={sizes}
        alt={alt}
        width={image.width}
        height={image.height}
        loading={eager || first ? "eager" : "lazy"}
        fetchPriority={first ? "high" : undefined}
        decoding={first ? "sync" : "async"}
        style={{ backgroundColor: image.color }}
        onError={() => setFailed(true)}
        ref={(element) => {
          // An error event before hydration was missed.
          if (element?.complete && element.naturalWidth === 0 && element.currentSrc) setFailed(true)
        }}
        className={cx("picture", className)}
      />
    </picture>
  )
}

export function Placeholder({ label, className }: { label: string; className?: string }) {
  return (
    <div
      role="img"
      aria-label={label}
      className={cx("flex aspect-4/5 w-full items-end justify-center bg-sunken", className)}
    >
      <svg viewBox="0 0 100 125" className="h-full w-full text-line-strong" aria-hidden>
        <g fill="none" stroke="currentColor" strokeWidth="1.5">
          <circle cx="50" cy="66" r="12" vectorEffect="non-scaling-stroke" />
          <path d="M28 92h44M32 92v14h36V92" vectorEffect="non-scaling-stroke" />
        </g>
      </svg>
    </div>
  )
}
