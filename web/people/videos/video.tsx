import { useCallback, useEffect, useRef, useState } from "react"
import { data, isRouteErrorResponse, useRevalidator } from "react-router"
import { plural, t } from "#contract/t.ts"
import type { ListedVideo } from "#contract/videos.ts"
import { videoTexts } from "#contract/videoText.ts"
import { language } from "../../platform/language.ts"
import { titled } from "../../platform/meta/shop.ts"
import { Link } from "../../platform/router.ts"
import { Back } from "../../platform/ui/Back.tsx"
import { Button, ButtonLink } from "../../platform/ui/Button.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { Day } from "../../platform/ui/Day.tsx"
import { money } from "../../platform/ui/format.ts"
import { ChevronLeft, ChevronRight, Heart, Share2 } from "../../platform/ui/icons.ts"
import { Picture } from "../../platform/ui/Picture.tsx"
import { ErrorState, Tag } from "../../platform/ui/states.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { followRedirect, noneIfMissing, visitContext } from "../../platform/visit.ts"
import { type CardModel, cardOf } from "../../shopfront/shop/card.ts"
import { Report } from "../../shopfront/shop/Report.tsx"
import { share } from "../../shopfront/shop/share.ts"
import type { Route } from "./+types/video"
import css from "./player/player.css?url"
import { Shortcuts } from "./player/Shortcuts.tsx"
import { clock, spokenTime } from "./player/times.ts"
import { Stage } from "./Stage.tsx"
import { useStage } from "./useStage.ts"
import { VideoCard } from "./VideoCard.tsx"
import { videoMeta } from "./videoMeta.ts"

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: css }]

export async function loader({ params, context, request }: Route.LoaderArgs) {
  const { services, origin } = context.get(visitContext)
  const id = /^[1-9]\d{0,8}$/.test(params.id) ? Number(params.id) : null
  const video = id === null ? null : await services.getVideo(id).catch(noneIfMissing)
  if (!video) {
    await followRedirect(services, request)
    throw data(null, { status: 404 })
  }
  const [related, doll] = await Promise.all([
    services.relatedVideos(video.id),
    video.doll_id === null ? null : services.getDoll(video.doll_id, language).catch(noneIfMissing),
  ])
  return { video, related, model: doll && cardOf(doll), origin }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: titled(videoTexts.notFoundTitle) }, { name: "robots", content: "noindex" }]
  return videoMeta(loaderData.video, loaderData.origin)
}

/** The details are public; the video itself is for members. */
export default function VideoPage({ loaderData }: Route.ComponentProps) {
  return <Shown key={loaderData.video.id} {...loaderData} />
}

type ShownProps = Route.ComponentProps["loaderData"]

function Shown({ video, related, model, origin }: ShownProps) {
  const help = useHelp()
  const stage = useStage(video)
  const { playable } = stage
  const likes = playable?.likes ?? video.likes
  const views = playable?.views ?? video.views
  return (
    <div className="night-page night-room -mb-24 bg-canvas pb-24 text-ink">
      <div className="wrap py-6 md:py-10">
        <Back to="/vip-content">{videoTexts.back}</Back>
        <div className={cx("mt-2 grid gap-8", related.length > 0 && "xl:grid-cols-[minmax(0,1fr)_17rem]")}>
          <div className="min-w-0">
            <Stage video={video} stage={stage} onHelp={help.open} />
            <div className="mt-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
              <div className="min-w-0">
                <h1 className="font-display text-h1">{video.title}</h1>
                <p className="mt-2 text-ink-2 text-ui">
                  {video.doll_id === null ? (
                    video.model_name
                  ) : (
                    <Link to={`/model/${video.doll_id}`} className="link">
                      {video.model_name}
                    </Link>
                  )}
                  {", "}
                  <Day of={video.release_date ?? video.created_at} />
                </p>
              </div>
              <nav aria-label={t`More videos`} className="flex flex-wrap gap-2">
                <Step to={video.previous_id} label={t`Previous video`} />
                <Step to={video.next_id} label={t`Next video`} />
              </nav>
            </div>
            <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-1 border-line border-y py-1 text-ink-2 text-ui tabular">
              <span>{plural(likes, { one: "1 like", other: `${likes} likes` })}</span>
              <span>{plural(views, { one: "1 view", other: `${views} views` })}</span>
              {video.duration !== null && (
                <span>
                  <span className="sr-only">
                    <Trans>Length: {spokenTime(video.duration)}</Trans>
                  </span>
                  <span aria-hidden>{clock(video.duration)}</span>
                </span>
              )}
              {/* Like comes last, so that nothing moves when it appears. */}
              <span className="ms-auto inline-flex gap-5">
                {playable && (
                  <Button
                    variant="quiet"
                    aria-pressed={playable.liked}
                    busy={stage.isLiking}
                    onClick={() => void stage.like()}
                    className="px-0!"
                  >
                    <Heart aria-hidden size={18} fill={playable.liked ? "currentColor" : "none"} />
                    {playable.liked ? t`Liked` : t`Like`}
                  </Button>
                )}
                <Button
                  variant="quiet"
                  className="needs-js px-0!"
                  onClick={() => void share(video.title, `${origin}/video/${video.id}`)}
                >
                  <Share2 aria-hidden size={16} />
                  {t`Share`}
                </Button>
              </span>
            </div>
            <div className={cx("mt-5 grid gap-8", model && "xl:grid-cols-[minmax(0,1fr)_17rem]")}>
              <div className="min-w-0">
                <div className="max-w-measure whitespace-pre-line text-ink-2">{video.description}</div>
                {(video.category || video.tags.length > 0) && (
                  <ul aria-label={t`Tags`} className="mt-4 flex flex-wrap gap-2">
                    {[...new Set([video.category, ...video.tags])].filter(Boolean).map((tag) => (
                      <li key={tag}>
                        <Tag tone="plum">{tag}</Tag>
                      </li>
                    ))}
                  </ul>
                )}
                <p className="mt-3">
                  <Report kind="video" id={video.id} about={video.title} />
                </p>
              </div>
              {model && <Model model={model} />}
            </div>
          </div>
          <div className="flex min-w-0 flex-col gap-8">
            {help.isOpen && playable && (
              <div className="max-md:hidden pointer-coarse:hidden">
                <Shortcuts heading={help.heading} onClose={help.close} />
              </div>
            )}
            {related.length > 0 && <Related videos={related} isOpen={playable !== null} />}
          </div>
        </div>
      </div>
    </div>
  )
}

/** Opening the list of shortcuts moves focus there, and closing it moves focus back. */
function useHelp() {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef<Element>(null)
  // This counts, because a second "?" must focus the list that is already open.
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    if (asked === 0) return
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: "nearest" })
  }, [asked])
  return {
    heading,
    isOpen: asked > 0,
    open: useCallback(() => {
      if (!heading.current) before.current = document.activeElement
      setAsked((times) => times + 1)
    }, []),
    close: () => {
      setAsked(0)
      if (before.current instanceof HTMLElement) before.current.focus()
    },
  }
}

function Step({ to, label }: { to: number | null; label: string }) {
  const [before, after] = label.startsWith("Prev")
    ? [<ChevronLeft key="left" aria-hidden size={16} />, null]
    : [null, <ChevronRight key="right" aria-hidden size={16} />]
  if (to === null) return null
  return (
    <ButtonLink to={`/video/${to}`} variant="outline" prefetch="intent">
      {before}
      {label}
      {after}
    </ButtonLink>
  )
}

/** The model in the video, with its picture for dark rooms. */
function Model({ model: { id, name, facts, price, front } }: { model: CardModel }) {
  return (
    <section aria-labelledby="filmed" className="flex gap-4">
      {/* The button leads to the same page. */}
      <Link to={`/model/${id}`} tabIndex={-1} aria-hidden className="w-24 shrink-0">
        <Picture image={front?.dark ?? front} alt="" sizes="96px" className="mask-none aspect-4/5 rounded-card" />
      </Link>
      <div className="placard flex min-w-0 flex-1 flex-col items-start pt-2">
        <h2 id="filmed" className="font-display text-h3">
          {name}
        </h2>
        <p className="mt-0.5 text-ink-3 text-meta">{facts}</p>
        <p className="tabular mt-1 font-semibold">{money(price)}</p>
        <ButtonLink
          to={`/model/${id}`}
          variant="quiet"
          prefetch="intent"
          className="mt-auto px-0!"
        >{t`View model`}</ButtonLink>
      </div>
    </section>
  )
}

function Related({ videos, isOpen }: { videos: ListedVideo[]; isOpen: boolean }) {
  return (
    <section aria-labelledby="related-videos" className="mt-6 xl:mt-0">
      <h2 id="related-videos" className="font-display text-h2">{t`More videos`}</h2>
      <ul className="mt-5 grid gap-x-6 gap-y-10 sm:grid-cols-2 md:grid-cols-3 xl:grid-cols-1">
        {videos.map((video) => (
          <li key={video.id}>
            <VideoCard video={{ ...video, locked: video.locked && !isOpen }} sizes={relatedSizes} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const relatedSizes = "(min-width: 1280px) 272px, (min-width: 1024px) 31vw, (min-width: 640px) 46vw, 92vw"

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { revalidate } = useRevalidator()
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <div className="wrap flex min-h-[60svh] flex-col items-start justify-center gap-4">
        <h1 className="font-display text-h1">{videoTexts.notFoundTitle}</h1>
        <p className="max-w-measure text-ink-2">{t`This video doesn't exist or is no longer available.`}</p>
        <ButtonLink to="/vip-content">{videoTexts.back}</ButtonLink>
      </div>
    )
  }
  return (
    <div className="wrap py-14">
      <h1 className="sr-only">{videoTexts.oneFailed}</h1>
      <ErrorState title={videoTexts.oneFailed} retry={() => void revalidate()} />
      <p className="text-center">
        <Link to="/vip-content" className="link">
          {videoTexts.back}
        </Link>
      </p>
    </div>
  )
}
