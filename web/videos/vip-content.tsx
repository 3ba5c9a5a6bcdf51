import { Clock, Search, SlidersHorizontal, X } from "lucide-react"
import { useEffect, useId, useRef, useState } from "react"
import { Link, useNavigate, useSearchParams } from "react-router"
import type { ListedVideo } from "#contract/videos.ts"
import { videoTexts } from "#contract/videoText.ts"
import { useAccess } from "../account/membership/access.ts"
import { explain } from "../api/client.ts"
import { useMe } from "../session/account.ts"
import { Guard } from "../shell/Guard.tsx"
import { privateMeta } from "../shell/meta.ts"
import { Button, buttonClass } from "../ui/Button.tsx"
import { cx } from "../ui/cx.ts"
import { SelectField } from "../ui/Field.tsx"
import { EmptyState, ErrorState, PageSpinner, Skeleton } from "../ui/states.tsx"
import { toast } from "../ui/toast.tsx"
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
  useFilms,
} from "./films.ts"
import { Restricted } from "./Restricted.tsx"
import { filmGrid, VideoCard } from "./VideoCard.tsx"

export const meta = () => privateMeta("VIP Content")

export default function VipContent() {
  return (
    <Guard roles={["user"]}>
      <Door />
    </Guard>
  )
}

/** Below VIP one is led to the memberships; a level without the permission is told so. */
function Door() {
  const { status, user } = useMe()
  const go = useNavigate()
  const level = user?.membership_level ?? "free"
  const isOpen = mayWatch(user)
  const access = useAccess(isOpen ? level : "free")
  const isLedOn = status === "in" && !isOpen
  useEffect(() => {
    if (!isLedOn) return
    toast(videoTexts.notAllowed, { kind: "error" })
    go("/upgrade", { replace: true })
  }, [isLedOn, go])
  if (!isOpen) return status === "in" ? <Restricted /> : <PageSpinner />
  if (access.data?.can_watch_videos === false) return <Restricted />
  return <FilmRoom />
}

function FilmRoom() {
  const [given] = useSearchParams()
  const choice = choiceIn(given)
  const go = useNavigate()
  const choose = (more: Partial<Choice>, replace = false) =>
    go(addressOf({ ...choice, ...more }), { replace, preventScrollReset: true })
  const films = useFilms(choice, true)
  const narrowed = isNarrowed(choice)
  return (
    <div className="wrap py-10 md:py-14">
      <h1 className="font-display text-h1">VIP Content</h1>
      <p className="mt-3 max-w-measure text-pretty text-ink-2 text-lead">
        Films of the pieces, turning in their own light. New ones arrive every few weeks.
      </p>
      {!narrowed && <Featured />}
      <section aria-labelledby="all-films" className="mt-12">
        <h2 id="all-films" className="font-display text-h2">
          All films
        </h2>
        <Finder choice={choice} choose={choose} films={films.data?.items ?? []} />
        <p role="status" className="mt-3 min-h-6 text-ink-2 text-ui tabular">
          {films.data && (films.data.total === 1 ? "1 video" : `${films.data.total} videos`)}
        </p>
        {films.isError && !films.data && (
          <ErrorState title={videoTexts.loadFailed} detail={explain(films.error)} retry={() => void films.refetch()} />
        )}
        {films.isPending && <Waiting count={6} />}
        {films.data && films.data.items.length === 0 && (
          <EmptyState title={narrowed ? "No videos match." : "The first films are being cut."}>
            {narrowed && (
              <Link to={addressOf(noChoice)} preventScrollReset className={buttonClass("outline")}>
                Show all videos
              </Link>
            )}
          </EmptyState>
        )}
        {films.data && films.data.items.length > 0 && (
          <ul
            aria-busy={films.isPlaceholderData}
            className={cx(filmGrid, "mt-4 transition-opacity duration-200", films.isPlaceholderData && "opacity-50")}
          >
            {films.data.items.map((video, at) => (
              <li key={video.id}>
                <VideoCard video={video} eager={at < 3} level="h3" />
              </li>
            ))}
          </ul>
        )}
        {films.data && films.data.total > films.data.items.length && (
          <p className="mt-8 text-center text-ink-3 text-meta">
            These are the first {films.data.items.length}. Search or filter to find the others.
          </p>
        )}
      </section>
    </div>
  )
}

function Featured() {
  const featured = useFeatured(true)
  if (featured.data?.length === 0) return null
  return (
    <section aria-labelledby="featured-films" className="mt-10">
      <h2 id="featured-films" className="font-display text-h2">
        Featured
      </h2>
      {featured.isError && !featured.data ? (
        <ErrorState
          title={videoTexts.featuredFailed}
          detail={explain(featured.error)}
          retry={() => void featured.refetch()}
        />
      ) : (
        <ul className="-mx-[clamp(16px,4vw,64px)] mt-4 flex snap-x scroll-px-[clamp(16px,4vw,64px)] gap-5 overflow-x-auto px-[clamp(16px,4vw,64px)] pb-3">
          {(featured.data ?? [null, null, null]).map((video, at) => (
            <li key={video?.id ?? `wait-${at}`} className="w-[min(86%,27rem)] shrink-0 snap-start">
              {video ? <VideoCard video={video} eager level="h3" sizes="(min-width: 540px) 432px, 86vw" /> : <Blank />}
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
  films: ListedVideo[]
}

function Finder({ choice, choose, films }: FinderProps) {
  const [isOpen, setOpen] = useState(choice.category !== "" || choice.model !== "" || choice.sort !== "newest")
  const panel = useId()
  const count = Number(choice.category !== "") + Number(choice.model !== "") + Number(choice.sort !== "newest")
  return (
    <search>
      <div className="mt-5 flex flex-wrap gap-3">
        <SearchBox q={choice.q} choose={(q) => choose({ q }, true)} />
        <Button look="outline" aria-expanded={isOpen} aria-controls={panel} onClick={() => setOpen(!isOpen)}>
          <SlidersHorizontal aria-hidden size={16} />
          Filters{count > 0 && ` (${count})`}
        </Button>
        <Button
          look="outline"
          aria-pressed={choice.recent}
          title={`Of the last ${recentDays} days`}
          className={cx(choice.recent && "border-ink! bg-ink text-canvas!")}
          onClick={() => choose({ recent: !choice.recent })}
        >
          <Clock aria-hidden size={16} />
          Recent
        </Button>
      </div>
      <div id={panel} hidden={!isOpen}>
        {isOpen && <Filters choice={choice} choose={choose} films={films} />}
      </div>
    </search>
  )
}

/** Models are those of the films at hand, and the one that is chosen. */
function Filters({ choice, choose, films }: FinderProps) {
  const categories = useCategories(true)
  const known = useRef(new Map<string, string>())
  for (const { doll_id: id, model_name: name } of films) if (id !== null) known.current.set(String(id), name)
  const models = [...known.current].sort(([, a], [, b]) => a.localeCompare(b))
  return (
    <div className="mt-3 grid gap-4 rounded-card border border-line bg-surface p-4 sm:grid-cols-3">
      <SelectField
        label="Category"
        value={choice.category}
        onChange={(event) => choose({ category: event.target.value })}
      >
        <option value="">All categories</option>
        {(categories.data ?? []).map(({ category, count }) => (
          <option key={category} value={category}>
            {category} ({count})
          </option>
        ))}
        {choice.category && !categories.data?.some((one) => one.category === choice.category) && (
          <option value={choice.category}>{choice.category}</option>
        )}
      </SelectField>
      <SelectField label="Model" value={choice.model} onChange={(event) => choose({ model: event.target.value })}>
        <option value="">All models</option>
        {models.map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {choice.model && !known.current.has(choice.model) && <option value={choice.model}>The chosen model</option>}
      </SelectField>
      <SelectField
        label="Sort by"
        value={choice.sort}
        onChange={(event) => choose({ sort: event.target.value as Choice["sort"] })}
      >
        <option value="newest">Newest</option>
        <option value="views">Most watched</option>
        <option value="likes">Most liked</option>
      </SelectField>
    </div>
  )
}

/** What is typed is looked for a moment after the last letter. */
function SearchBox({ q, choose }: { q: string; choose(q: string): void }) {
  const [text, setText] = useState(q)
  const [sent, setSent] = useState(q)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (q !== sent) {
    // An address that came from elsewhere: going back, or a link.
    setSent(q)
    setText(q)
  }
  const look = (next: string, wait: number) => {
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
        look(text, 0)
      }}
    >
      <input
        type="search"
        aria-label="Search videos"
        placeholder="Title or description"
        maxLength={200}
        autoComplete="off"
        value={text}
        onChange={(event) => look(event.target.value, 250)}
        className="h-11 w-full rounded-input border border-line-strong bg-surface px-3 pr-12 text-body text-ink placeholder:text-ink-3 [&::-webkit-search-cancel-button]:hidden"
      />
      <button
        type={text ? "button" : "submit"}
        aria-label={text ? "Clear the search" : "Search"}
        onClick={() => text && look("", 0)}
        className="absolute right-0 bottom-0 inline-flex size-11 items-center justify-center text-ink-2 hover:text-ink"
      >
        {text ? <X aria-hidden size={18} /> : <Search aria-hidden size={18} />}
      </button>
    </form>
  )
}

function Waiting({ count }: { count: number }) {
  return (
    <ul aria-busy className={cx(filmGrid, "mt-4")}>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
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
      <Skeleton className="mt-3 h-7 w-2/3" />
      <Skeleton className="mt-2 h-4 w-1/2" />
    </>
  )
}
