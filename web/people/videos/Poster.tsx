import type { ListedVideo } from "#contract/videos.ts"
import { cx } from "../../platform/ui/cx.ts"
import { Film } from "../../platform/ui/icons.ts"
import { Picture } from "../../platform/ui/Picture.tsx"

interface PosterProps {
  video: Pick<ListedVideo, "thumbnail">
  sizes: string
  first?: boolean
  eager?: boolean
  className?: string
}

/** The thumbnail, or a dark frame if there is none. */
export function Poster({ video: { thumbnail }, sizes, first, eager, className }: PosterProps) {
  return (
    <div
      aria-hidden
      className={cx("night-room relative aspect-video overflow-hidden rounded-card bg-sunken", className)}
    >
      <Film
        size={32}
        strokeWidth={1.25}
        className="absolute inset-0 m-auto text-ink-3"
        style={{ width: 32, height: 32 }}
      />
      {thumbnail && (
        <div className="relative h-full [&_[role=img]]:invisible">
          <Picture
            image={thumbnail}
            alt=""
            sizes={sizes}
            first={first}
            eager={eager}
            className="mask-none aspect-video h-full!"
          />
        </div>
      )}
    </div>
  )
}
