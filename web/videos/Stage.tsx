import { Lock, Play } from "lucide-react"
import { type ReactNode, useEffect, useState } from "react"
import { useLocation, useNavigate } from "react-router"
import type { Video } from "#contract/videos.ts"
import { videoTexts } from "#contract/videoText.ts"
import { Button, ButtonLink } from "../ui/Button.tsx"
import { cx } from "../ui/cx.ts"
import { toast } from "../ui/toast.tsx"
import { Poster } from "./Poster.tsx"
import { Player } from "./player/Player.tsx"
import type { Stage as State } from "./useStage.ts"

interface StageProps {
  video: Video
  stage: State
  onHelp(): void
}

/** Where the film is: the player, or the poster with what stands between it and the visitor. */
export function Stage({ video, stage, onHelp }: StageProps) {
  const { film } = stage
  if (film?.url && !stage.broken) {
    return (
      <Player
        title={video.title}
        src={film.url}
        poster={film.thumbnail && `${film.thumbnail.variants.base}/${Math.max(...film.thumbnail.variants.widths)}.webp`}
        captions={film.captions_url}
        duration={film.duration}
        previous={film.previous_id === null ? null : `/video/${film.previous_id}`}
        next={film.next_id === null ? null : `/video/${film.next_id}`}
        startAt={stage.startAt}
        onFail={(at) => void stage.recover(at)}
        onFirstPlay={stage.countView}
        onHelp={onHelp}
      />
    )
  }
  return (
    <div className="relative">
      <Poster video={video} sizes="(min-width: 1280px) 1120px, 94vw" first />
      {stage.broken && (
        <Cover title={videoTexts.playFailed}>
          <Button onClick={stage.tryAgain}>Try again</Button>
        </Cover>
      )}
      {stage.failure && (
        <Cover title={videoTexts.oneFailed} detail={stage.failure}>
          <Button onClick={stage.askAgain}>Try again</Button>
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
      <span className="sr-only">Loading the film</span>
      <span
        aria-hidden
        className="inline-block size-10 animate-spin rounded-full border-2 border-ink border-r-transparent"
      />
    </div>
  )
}

/** Hidden before the first paint from whom this browser remembers as one who may watch. */
function Locked() {
  const go = useNavigate()
  const { pathname } = useLocation()
  const refuse = () => {
    toast(videoTexts.notAllowed, { kind: "error" })
    go("/upgrade")
  }
  const [isKnown, setKnown] = useState(false)
  useEffect(() => setKnown(true), [])
  return (
    <div className={cx(!isKnown && "film-locked")}>
      <Cover icon title="For VIP and VVIP members" detail="The facts are open to everybody; the film is for members.">
        <ButtonLink to="/upgrade">{videoTexts.upgrade}</ButtonLink>
        <ButtonLink to={`/login?next=${encodeURIComponent(pathname)}`} look="outline" className="if-out">
          Login
        </ButtonLink>
        <Button look="outline" onClick={refuse} className="if-in">
          <Play aria-hidden size={16} />
          Play
        </Button>
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
