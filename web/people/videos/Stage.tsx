import { type ReactNode, useEffect, useState } from "react"
import { useLocation } from "react-router"
import { t } from "#contract/t.ts"
import type { Video } from "#contract/videos.ts"
import { videoTexts } from "#contract/videoText.ts"
import { loginFor } from "../../platform/navigation/links.ts"
import { Button, ButtonLink } from "../../platform/ui/Button.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { fileUrl } from "../../platform/ui/fileUrl.ts"
import { Lock } from "../../platform/ui/icons.ts"
import { Poster } from "./Poster.tsx"
import { Player } from "./player/Player.tsx"
import type { Stage as State } from "./useStage.ts"

interface StageProps {
  video: Video
  stage: State
  onHelp(): void
}

/** The player, or the poster with the reason why the video is not shown. */
export function Stage({ video, stage, onHelp }: StageProps) {
  const { playable } = stage
  if (playable?.url && !stage.broken) {
    return (
      <Player
        title={video.title}
        src={playable.url}
        poster={
          playable.thumbnail &&
          fileUrl(`${playable.thumbnail.variants.base}/${Math.max(...playable.thumbnail.variants.widths)}.webp`)
        }
        captions={playable.captions_url}
        duration={playable.duration}
        previous={playable.previous_id === null ? null : `/video/${playable.previous_id}`}
        next={playable.next_id === null ? null : `/video/${playable.next_id}`}
        startAt={stage.startAt}
        onFail={(at) => void stage.recover(at)}
        onFirstPlay={stage.countView}
        onHelp={onHelp}
      />
    )
  }
  return (
    <div className="relative">
      <Poster video={video} sizes="(min-width: 1280px) 74vw, 94vw" first />
      {stage.broken && (
        <Cover title={videoTexts.playFailed}>
          <Button onClick={stage.tryAgain}>{t`Try again`}</Button>
        </Cover>
      )}
      {stage.failure && (
        <Cover title={videoTexts.oneFailed} detail={stage.failure}>
          <Button onClick={stage.askAgain}>{t`Try again`}</Button>
        </Cover>
      )}
      {!stage.broken && !stage.failure && stage.isWaiting && <Waiting />}
      {!stage.broken && !stage.failure && !stage.isWaiting && stage.isLocked && <Locked />}
    </div>
  )
}

function Waiting() {
  return (
    <div role="status" className="absolute inset-0 flex items-center justify-center">
      <span className="sr-only">{t`Loading video`}</span>
      <span
        aria-hidden
        className="inline-block size-10 animate-spin rounded-full border-2 border-ink border-e-transparent"
      />
    </div>
  )
}

/** Hidden before hydration from remembered members who may watch. */
function Locked() {
  const { pathname } = useLocation()
  const [isKnown, setKnown] = useState(false)
  useEffect(() => setKnown(true), [])
  return (
    <div className={cx(!isKnown && "film-locked")}>
      <Cover
        icon
        title={t`For VIP and VVIP members`}
        detail={t`Anyone can read the description. Only members can watch the video.`}
      >
        <ButtonLink to="/upgrade">{videoTexts.upgrade}</ButtonLink>
        <ButtonLink to={loginFor(pathname)} variant="outline" className="if-out">{t`Login`}</ButtonLink>
      </Cover>
    </div>
  )
}

interface CoverProps {
  icon?: boolean
  title: string
  detail?: string
  children: ReactNode
}

function Cover({ icon = false, title, detail, children }: CoverProps) {
  return (
    <div
      role={icon ? undefined : "alert"}
      className="film-cover flex flex-col items-center justify-center gap-3 p-4 text-center text-ink"
    >
      {icon && <Lock aria-hidden size={28} strokeWidth={1.25} className="text-gilt" />}
      <p className="font-display text-h3 sm:text-h2">{title}</p>
      {detail && <p className="max-w-measure text-ink-2 text-ui">{detail}</p>}
      <div className="mt-2 flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  )
}
