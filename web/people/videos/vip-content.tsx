import { useEffect, useId, useRef, useState } from "react"
import { useSearchParams } from "react-router"
import { maxSearchLength } from "#contract/limits.ts"
import { plural, t } from "#contract/t.ts"
import type { ListedVideo } from "#contract/videos.ts"
import { videoTexts } from "#contract/videoText.ts"
import { explain } from "../../platform/api/client.ts"
import { useMe } from "../../platform/auth/user.ts"
import { privateMeta } from "../../platform/meta/meta.ts"
import { Guard } from "../../platform/navigation/Guard.tsx"
import { Link, useNavigate } from "../../platform/router.ts"
import { Button, buttonClass } from "../../platform/ui/Button.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { SelectField } from "../../platform/ui/Field.tsx"
import { Clock, Search, SlidersHorizontal, X } from "../../platform/ui/icons.ts"
import { EmptyState, ErrorState, PageSpinner, Skeleton } from "../../platform/ui/states.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { useAccess } from "../account/membership/access.ts"
import { Restricted } from "./Restricted.tsx"
import { VideoCard, videoGrid } from "./VideoCard.tsx"
import {
  addressOf,
  type Choice,
  choiceIn,
  isNarrowed,
  mayWatch,
  noChoice,
  recentDays,
  useCategories,
  useFeatured,
  useVideos,
} from "./videos.ts"

export const meta = () => privateMeta(t`Videos`)

export default function VipContent() {
  return (
    <Guard roles={["user"]}>
      <Door />
    </Guard>
  )
}

/** Redirects free accounts to the plans; standard members see an offer. */
function Door() {
  const { status, user } = useMe()
  const go = useNavigate()
  const level = user?.membership_level ?? "free"
  const isOpen = mayWatch(user)
  const access = useAccess(isOpen ? level : "free")
  const isLedOn = status === "in" && level === "free" && !isOpen
  useEffect(() => {
    if (!isLedOn) return
    toast(videoTexts.notAllowed)
    go("/upgrade", { replace: true })
  }, [isLedOn, go])
  if (!isOpen) return status === "in" ? <Restricted /> : <PageSpinner />
  if (access.data?.can_watch_videos === false) return <Restricted refused />
  return <VideoLibrary />
}

function VideoLibrary() {
  const [given] = useSearchParams()
  const choice = choiceIn(given)
  const go = useNavigate()
  const choose = (more: Partial<Choice>, replace = false) =>
    go(addressOf({ ...choice, ...more }), { replace, preventScrollReset: true })
  const videos = useVideos(choice, true)
  const narrowed = isNarrowed(choice)
  const featured = useFeatured(!narrowed)
  const isPlain = !narrowed && choice.sort === noChoice.sort
  const isWaiting = videos.isPending || (isPlain && featured.isPending)
  const { items, total, isRest } = restOf(videos.data, isPlain ? featured.data : undefined)
  return (
    <div className="wrap py-10 md:py-14">
      <h1 className="font-display text-h1">{t`VIP Content`}</h1>
      <p className="mt-3 max-w-measure text-pretty text-ink-2 text-lead">
        <Trans>Videos of the models, slowly turning in the light. New ones arrive every few weeks.</Trans>
      </p>
      {!narrowed && <Featured featured={featured} />}
      <section aria-labelledby="all-films" className="mt-12">
        <div className="flex flex-wrap items-baseline gap-x-4">
          <h2 id="all-films" className="font-display text-h2">
            {isRest || (isWaiting && isPlain) ? t`More videos` : t`All videos`}
          </h2>
          <p role="status" className="text-ink-2 text-ui tabular">
            {!isWaiting && videos.data && plural(total, { one: "1 video", other: `${total} videos` })}
          </p>
        </div>
        <Finder choice={choice} choose={choose} videos={videos.data?.items ?? []} />
        {videos.isError && !videos.data && (
          <ErrorState
            title={videoTexts.loadFailed}
            detail={explain(videos.error)}
            retry={() => void videos.refetch()}
          />
        )}
        {isWaiting && !videos.isError && <Waiting count={6} />}
        {!isWaiting && videos.data && items.length === 0 && (
          <EmptyState title={narrowed ? t`No videos match.` : t`The first videos are being edited.`}>
            {narrowed && (
              <Link
                to={addressOf(noChoice)}
                preventScrollReset
                className={buttonClass("outline")}
              >{t`Show all videos`}</Link>
            )}
          </EmptyState>
        )}
        {!isWaiting && items.length > 0 && (
          <ul
            aria-busy={videos.isPlaceholderData}
            className={cx(videoGrid, "mt-8 transition-opacity duration-200", videos.isPlaceholderData && "opacity-50")}
          >
            {items.map((video, at) => (
              <li key={video.id}>
                <VideoCard video={video} eager={at < 3} />
              </li>
            ))}
          </ul>
        )}
        {!isWaiting && total > items.length && (
          <p className="mt-8 text-center text-ink-3 text-meta">
            <Trans>Showing the first {items.length}. Search or filter to find more.</Trans>
          </p>
        )}
      </section>
    </div>
  )
}

/** Leaves out the videos that are featured above, unless nothing would be left. */
function restOf(listed: { items: ListedVideo[]; total: number } | undefined, featured: ListedVideo[] = []) {
  const { items, total } = listed ?? { items: [], total: 0 }
  const shown = new Set(featured.map((one) => one.id))
  const rest = items.filter((one) => !shown.has(one.id))
  if (shown.size === 0 || rest.length === 0) return { items, total, isRest: false }
  return { items: rest, total: total - shown.size, isRest: true }
}

function Featured({ featured }: { featured: ReturnType<typeof useFeatured> }) {
  if (featured.data?.length === 0) return null
  return (
    <section aria-labelledby="featured-films" className="mt-10">
      <h2 id="featured-films" className="font-display text-h2">{t`Featured`}</h2>
      {featured.isError && !featured.data ? (
        <ErrorState
          title={videoTexts.featuredFailed}
          detail={explain(featured.error)}
          retry={() => void featured.refetch()}
        />
      ) : (
        <ul className="-mx-(--gutter) mt-4 flex snap-x scroll-px-(--gutter) gap-5 overflow-x-auto px-(--gutter) pb-3 lg:gap-6 xl:mx-0 xl:grid xl:grid-cols-4 xl:px-0">
          {(featured.data ?? [null, null, null]).map((video, at) => (
            <li
              key={video?.id ?? `wait-${at}`}
              // On wide screens the first is large, with two others beside it.
              className={cx(
                "w-[86%] shrink-0 snap-start sm:w-[44%] xl:w-auto",
                at === 0 && "xl:col-span-3 xl:row-span-2",
              )}
            >
              {video ? (
                <VideoCard
                  video={video}
                  eager
                  sizes={`(min-width: 1280px) ${at === 0 ? 70 : 23}vw, (min-width: 640px) 42vw, 86vw`}
                />
              ) : (
                <Blank />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface FinderProps {
  choice: Choice
  choose(more: Partial<Choice>, replace?: boolean): void
  videos: ListedVideo[]
}

function Finder({ choice, choose, videos }: FinderProps) {
  const [isOpen, setOpen] = useState(choice.category !== "" || choice.model !== "" || choice.sort !== "newest")
  const panel = useId()
  const count = Number(choice.category !== "") + Number(choice.model !== "") + Number(choice.sort !== "newest")
  return (
    <search>
      <div className="mt-5 flex flex-wrap gap-3">
        <SearchBox q={choice.q} choose={(q) => choose({ q }, true)} />
        <Button variant="outline" aria-expanded={isOpen} aria-controls={panel} onClick={() => setOpen(!isOpen)}>
          <SlidersHorizontal aria-hidden size={16} />
          <Trans>Filters{count > 0 && ` (${count})`}</Trans>
        </Button>
        <Button
          variant="outline"
          aria-pressed={choice.recent}
          title={t`From the last ${recentDays} days`}
          className={cx(choice.recent && "border-ink! bg-ink text-canvas!")}
          onClick={() => choose({ recent: !choice.recent })}
        >
          <Clock aria-hidden size={16} />
          {t`Recent`}
        </Button>
      </div>
      <div id={panel} hidden={!isOpen}>
        {isOpen && <Filters choice={choice} choose={choose} videos={videos} />}
      </div>
    </search>
  )
}

/** Offers every model that a list of videos has contained since the page was opened. */
function Filters({ choice, choose, videos }: FinderProps) {
  const categories = useCategories(true)
  const known = useRef(new Map<string, string>())
  for (const { doll_id: id, model_name: name } of videos) if (id !== null) known.current.set(String(id), name)
  const models = [...known.current].sort(([, a], [, b]) => a.localeCompare(b))
  return (
    <div className="mt-3 grid gap-4 rounded-card border border-line bg-surface p-4 sm:grid-cols-3">
      <SelectField
        label={t`Category`}
        value={choice.category}
        onChange={(event) => choose({ category: event.target.value })}
      >
        <option value="">{t`All categories`}</option>
        {(categories.data ?? []).map(({ category, count }) => (
          <option key={category} value={category}>
            {category} ({count})
          </option>
        ))}
        {choice.category && !categories.data?.some((one) => one.category === choice.category) && (
          <option value={choice.category}>{choice.category}</option>
        )}
      </SelectField>
      <SelectField label={t`Model`} value={choice.model} onChange={(event) => choose({ model: event.target.value })}>
        <option value="">{t`All models`}</option>
        {models.map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {choice.model && !known.current.has(choice.model) && <option value={choice.model}>{t`Selected model`}</option>}
      </SelectField>
      <SelectField
        label={t`Sort by`}
        value={choice.sort}
        onChange={(event) => choose({ sort: event.target.value as Choice["sort"] })}
      >
        <option value="newest">{t`Newest`}</option>
        <option value="views">{t`Most watched`}</option>
        <option value="likes">{t`Most liked`}</option>
      </SelectField>
    </div>
  )
}

/** Searches shortly after the last keystroke. */
function SearchBox({ q, choose }: { q: string; choose(q: string): void }) {
  const [text, setText] = useState(q)
  const [sent, setSent] = useState(q)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (q !== sent) {
    // The address was changed elsewhere: by going back, or by a link.
    setSent(q)
    setText(q)
  }
  const search = (next: string, wait: number) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const wanted = next.trim()
      setSent(wanted)
      choose(wanted)
    }, wait)
  }
  return (
    <form
      className="relative min-w-[min(16rem,100%)] flex-1"
      onSubmit={(event) => {
        event.preventDefault()
        search(text, 0)
      }}
    >
      <input
        type="search"
        aria-label={t`Search videos`}
        placeholder={t`Title or description`}
        maxLength={maxSearchLength}
        autoComplete="off"
        value={text}
        onChange={(event) => search(event.target.value, 250)}
        className="h-11 w-full rounded-card border border-line-strong bg-surface px-3 pe-12 text-body text-ink placeholder:text-ink-3 [&::-webkit-search-cancel-button]:hidden"
      />
      <button
        type={text ? "button" : "submit"}
        aria-label={text ? t`Clear search` : t`Search`}
        onClick={() => text && search("", 0)}
        className="absolute inset-e-0 bottom-0 inline-flex size-11 items-center justify-center text-ink-2 hover:text-ink"
      >
        {text ? <X aria-hidden size={18} /> : <Search aria-hidden size={18} />}
      </button>
    </form>
  )
}

function Waiting({ count }: { count: number }) {
  return (
    <ul aria-busy className={cx(videoGrid, "mt-8")}>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are identical
        <li key={at}>
          <Blank />
        </li>
      ))}
    </ul>
  )
}

function Blank() {
  return (
    <>
      <Skeleton className="aspect-video" />
      <Skeleton className="mt-3 h-7 w-40" />
      <Skeleton className="mt-2 h-24" />
    </>
  )
}
