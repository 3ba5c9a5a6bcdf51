import { useState } from "react"
import type { ImageFiles, ThemedImage, Variants } from "#contract/catalog.ts"
import { cx } from "./cx.ts"
import { fileUrl } from "./fileUrl.ts"

export interface PictureProps {
  image: (ImageFiles & Partial<ThemedImage>) | null
  alt: string
  sizes: string
  /** The widest useful file, in pixels. */
  maxWidth?: number
  eager?: boolean
  /** Fetched with high priority, for the page's largest picture. */
  first?: boolean
  /** Fetched after all others. */
  last?: boolean
  className?: string
}

/**
 * A picture in AVIF or WebP at a fitting width. It shows its dominant colour while loading, and a placeholder on
 * failure.
 */
export function Picture(props: PictureProps) {
  const { image, alt, sizes, maxWidth, eager = false, first = false, last = false, className } = props
  const [failed, setFailed] = useState(false)
  if (!image || failed) return <Placeholder label={alt} className={className} />
  const { dark, color, variants } = image
  const fallback = variants.formats.includes("webp") ? "webp" : variants.formats[0]!
  const middle = variants.widths.find((width) => width >= 640) ?? variants.widths.at(-1)!
  const source = ({ variants, width, height }: ImageFiles, format: string, media?: string) => (
    <source
      key={media + format}
      {...{ media, sizes, width, height }}
      type={`image/${format}`}
      srcSet={srcSet(variants, format, maxWidth)}
    />
  )
  return (
    <picture>
      {/* boot.ts adapts the media query to the chosen theme. */}
      {dark?.variants.formats.map((format) => source(dark, format, "(prefers-color-scheme: dark)"))}
      {variants.formats.map((format) => format !== fallback && source(image, format))}
      <img
        src={fileUrl(`${variants.base}/${middle}.${fallback}`)}
        srcSet={srcSet(variants, fallback, maxWidth)}
        sizes={sizes}
        alt={alt}
        width={image.width}
        height={image.height}
        loading={eager || first ? "eager" : "lazy"}
        fetchPriority={first ? "high" : last ? "low" : undefined}
        decoding={first ? "sync" : "async"}
        style={{ backgroundColor: dark ? `light-dark(${color}, ${dark.color})` : color }}
        onError={() => setFailed(true)}
        ref={(element) => {
          // An error event before hydration went unnoticed.
          if (element?.complete && element.naturalWidth === 0 && element.currentSrc) setFailed(true)
        }}
        className={cx("picture", !dark && "picture-day", className)}
      />
    </picture>
  )
}

function srcSet({ base, widths }: Variants, format: string, maxWidth = Infinity): string {
  return widths
    .filter((width, index) => width <= maxWidth || index === 0)
    .map((width) => `${fileUrl(base)}/${width}.${format} ${width}w`)
    .join(", ")
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
