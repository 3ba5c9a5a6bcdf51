import { cx } from "./cx.ts"
import { Picture } from "./Picture.tsx"

interface EmptyPlinthProps {
  sizes: string
  /** Shows the dark picture in both themes. */
  night?: boolean
  className?: string
}

/** A decorative picture for both themes. CSS shows one of them, and only that one is loaded. */
export function EmptyPlinth({ sizes, night = false, className }: EmptyPlinthProps) {
  return (
    <div aria-hidden className={cx("overflow-hidden rounded-card", className)}>
      {!night && (
        <span className="if-light contents">
          <Picture image={room("empty-plinth", "#b8b8b8")} alt="" sizes={sizes} className="h-full! object-bottom" />
        </span>
      )}
      <span className={cx("contents", !night && "if-dark")}>
        <Picture
          image={room("empty-plinth-night", "#282828")}
          alt=""
          sizes={sizes}
          className="mask-none h-full! object-bottom"
        />
      </span>
    </div>
  )
}

/** A decorative picture of a room with a bench and an empty plinth, light or dark. */
export function EmptyRoom({ sizes, className }: { sizes: string; className?: string }) {
  return (
    <Picture image={emptyRoom} alt="" sizes={sizes} className={cx("rounded-card object-bottom-right", className)} />
  )
}

/** These pictures are part of the build, not of the catalogue. */
function room(name: string, color: string, widths = [320, 480, 640, 960], size = { width: 960, height: 1200 }) {
  return {
    variants: { base: `/media/demo/${name}`, widths, formats: ["avif" as const, "webp" as const] },
    ...size,
    color,
  }
}

const wide: [number[], { width: number; height: number }] = [[640, 960, 1280, 1600], { width: 1600, height: 1520 }]
const emptyRoom = { ...room("empty-room", "#a8a8a8", ...wide), dark: room("empty-room-night", "#181818", ...wide) }
