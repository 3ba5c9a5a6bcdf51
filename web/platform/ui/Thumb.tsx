import type { ImageFiles, ThemedImage } from "#contract/catalog.ts"
import { cx } from "./cx.ts"
import { Picture } from "./Picture.tsx"

interface ThumbProps {
  picture: ThemedImage | ImageFiles | null
  sizes?: string
  /** Sets the width; the height follows. */
  className?: string
}

/** The picture of a model beside its name, which is why it has no alternative text. */
export function Thumb({ picture, sizes = "5rem", className }: ThumbProps) {
  return (
    <span aria-hidden className={cx("block", className)}>
      <Picture image={picture} alt="" sizes={sizes} className="aspect-4/5 rounded-card" />
    </span>
  )
}
