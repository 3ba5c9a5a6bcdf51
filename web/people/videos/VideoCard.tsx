import { plural, t } from "#contract/t.ts"
import type { ListedVideo } from "#contract/videos.ts"
import { Link } from "../../platform/router.ts"
import { Day } from "../../platform/ui/Day.tsx"
import { sentences } from "../../platform/ui/format.ts"
import { Eye, Heart, Lock } from "../../platform/ui/icons.ts"
import { Trans } from "../../platform/ui/Trans.tsx"
import { Poster } from "./Poster.tsx"
import { clock, spokenTime } from "./player/times.ts"

interface VideoCardProps {
  video: ListedVideo
  sizes?: string
  eager?: boolean
}

/** The card has one tab stop: the title, whose link covers it. */
export function VideoCard({ video, sizes = gridSizes, eager }: VideoCardProps) {
  return (
    <article className="group relative flex h-full flex-col">
      <div className="relative">
        <Poster video={video} sizes={sizes} eager={eager} />
        {/* Posters taken in daylight would glare on a dark page. */}
        <span aria-hidden className="absolute inset-0 rounded-card bg-[light-dark(#0000,#0004)]" />
        {video.duration !== null && (
          <span className="night-room absolute inset-e-2 bottom-2 rounded-card bg-canvas px-1.5 py-0.5 text-badge text-ink tabular">
            <span className="sr-only">
              <Trans>Length: {spokenTime(video.duration)}</Trans>
            </span>
            <span aria-hidden>{clock(video.duration)}</span>
          </span>
        )}
        {video.locked && (
          <span className="film-locked night-room absolute top-2 inset-s-2 inline-flex size-8 items-center justify-center rounded-full bg-canvas text-gilt">
            <Lock aria-hidden size={16} />
            <span className="sr-only">{t`For VIP and VVIP members`}</span>
          </span>
        )}
      </div>
      <div className="placard mt-3 flex flex-1 flex-col pt-2 transition-colors duration-120 group-hover:border-accent">
        <h3 className="font-display text-h3">
          <Link
            to={`/video/${video.id}`}
            prefetch="intent"
            className="after:absolute after:inset-0 group-hover:text-accent"
          >
            {video.title}
          </Link>
        </h3>
        <p className="mt-0.5 text-ink-3 text-meta">
          {video.model_name}, <Day of={video.release_date ?? video.created_at} />
        </p>
        <p className="mt-2 text-ink-2 text-ui">{sentences(video.description, 100)}</p>
        <p className="mt-auto flex items-center gap-4 pt-2 text-ink-3 text-meta tabular">
          <span className="inline-flex items-center gap-1.5">
            <Eye aria-hidden size={16} />
            {plural(video.views, { one: "1 view", other: `${video.views} views` })}
          </span>
          <span className="inline-flex items-center gap-1.5">
            <Heart aria-hidden size={16} />
            {plural(video.likes, { one: "1 like", other: `${video.likes} likes` })}
          </span>
        </p>
      </div>
    </article>
  )
}

const gridSizes = "(min-width: 1488px) 544px, (min-width: 768px) 31vw, (min-width: 640px) 46vw, 92vw"
export const videoGrid = "grid grid-cols-1 gap-x-6 gap-y-10 sm:grid-cols-2 md:grid-cols-3"
