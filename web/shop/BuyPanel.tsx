import { MessageCircle, Share2 } from "lucide-react"
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react"
import { Link, useNavigate } from "react-router"
import type { Doll } from "#contract/catalog.ts"
import { cartTexts, modelTexts } from "#contract/texts.ts"
import { useSession } from "../session/session.ts"
import { Button, IconButton } from "../ui/Button.tsx"
import { cx } from "../ui/cx.ts"
import { dateOf, money, preview } from "../ui/format.ts"
import { Tag } from "../ui/states.tsx"
import { toast } from "../ui/toast.tsx"
import { addToCart, isStaff } from "./cart/cart.ts"
import { categoryNames } from "./categories.ts"
import { FavoriteButton } from "./FavoriteButton.tsx"
import { Rating } from "./Rating.tsx"
import { Stepper } from "./Stepper.tsx"
import { share } from "./share.ts"
import { stockLabel } from "./stock.ts"

/** The placard beside the pictures, with everything that can be done about the model. */
export function BuyPanel({ doll, origin }: { doll: Doll; origin: string }) {
  const [quantity, setQuantity] = useState(1)
  const [busy, setBusy] = useState<"add" | "buy" | null>(null)
  const session = useSession()
  const navigate = useNavigate()
  const buttons = useRef<HTMLDivElement>(null)
  const guarded = useRef(false)
  const stock = stockLabel(doll)
  const forStaff = isStaff(session)
  const cannot = forStaff || !doll.in_stock

  async function add(then: "add" | "buy") {
    // A double click is one wish; what failed may be tried again at once.
    if (guarded.current) return
    guarded.current = true
    setBusy(then)
    const done = await addToCart(doll, quantity, then === "add" ? "drawer" : "nothing")
    setBusy(null)
    setTimeout(() => (guarded.current = false), done ? 1000 : 0)
    if (done && then === "buy") void navigate("/checkout")
  }
  return (
    <div className="placard pt-4">
      <div className="flex items-start justify-between gap-4">
        <h1 className="min-w-0 font-display text-h1">{doll.name}</h1>
        <div className="needs-js flex shrink-0 gap-1">
          <FavoriteButton model={doll} />
          <IconButton
            label={`Share ${doll.name}`}
            className="border border-line bg-surface hover:border-ink"
            onClick={() => void share(doll.name, `${origin}/model/${doll.id}`)}
          >
            <Share2 aria-hidden size={18} />
          </IconButton>
        </div>
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2 text-ui">
        <Link to="#reviews" className="inline-flex min-h-11 items-center underline-offset-4 hover:underline">
          <Rating rating={doll.rating} count={doll.review_count} />
        </Link>
        <Tag tone={doll.doll_category === "limited_edition" ? "celadon" : "neutral"}>
          {categoryNames[doll.doll_category]}
        </Tag>
      </div>
      <p className="mt-2 whitespace-nowrap font-semibold text-[1.75rem] leading-tight tabular">{money(doll.price)}</p>
      <p className="mt-4 max-w-measure text-ink-2">
        {preview(doll.description, 150)}{" "}
        <Link to="#description" className="link whitespace-nowrap">
          Read more
          <span className="sr-only"> about {doll.name}</span>
        </Link>
      </p>
      <div className="mt-6 flex flex-wrap items-center gap-4">
        <div className="needs-js">
          <Stepper label="Quantity" value={quantity} onChange={setQuantity} disabled={cannot} />
        </div>
        <Tag tone={stock.tone} dot>
          {stock.text}
        </Tag>
      </div>
      <p className="without-js mt-5">Buying needs JavaScript. Please switch it on in your browser.</p>
      <div ref={buttons} className="needs-js mt-5 grid gap-3 sm:grid-cols-2">
        <Button disabled={cannot} busy={busy === "add"} onClick={() => void add("add")}>
          Add to Cart
        </Button>
        <Button look="outline" disabled={cannot} busy={busy === "buy"} onClick={() => void add("buy")}>
          Buy Now
        </Button>
        <ChatButton dollId={doll.id} className="sm:col-span-2" />
      </div>
      {forStaff && <p className="mt-3 text-ink-2 text-ui">{cartTexts.staff}</p>}
      <Facts doll={doll} />
      <StickyBar after={buttons}>
        <div className="min-w-0">
          <p className="truncate font-display text-h3">{doll.name}</p>
          <p className="whitespace-nowrap font-semibold tabular">{money(doll.price)}</p>
        </div>
        <Button disabled={cannot} busy={busy === "add"} onClick={() => void add("add")} className="min-w-0">
          {doll.in_stock ? "Add to Cart" : stock.text}
        </Button>
      </StickyBar>
    </div>
  )
}

/** Guests are asked to log in, the free level is led to the tiers; members go to the conversation. */
function ChatButton({ dollId, className }: { dollId: number; className?: string }) {
  const session = useSession()
  const navigate = useNavigate()
  const isFree = session.user?.role === "user" && session.user.membership_level === "free"
  function open() {
    if (session.status === "guest") {
      const run = () => void navigate(`/login?next=${encodeURIComponent(`/model/${dollId}`)}`)
      toast(modelTexts.loginToChat, { action: { label: "Log in", run } })
      return
    }
    if (isFree) {
      toast(modelTexts.chatNeedsMembership)
      void navigate("/upgrade")
      return
    }
    void navigate(`/model-chat/${dollId}`)
  }
  return (
    <Button look="quiet" onClick={open} className={className}>
      <MessageCircle aria-hidden size={18} />
      {isFree ? modelTexts.upgradeToChat : modelTexts.chat}
    </Button>
  )
}

function Facts({ doll }: { doll: Doll }) {
  const facts = [
    ["Material", doll.doll_material],
    ["Height", doll.doll_height && `${doll.doll_height} cm`],
    ["Weight", doll.doll_weight && `${doll.doll_weight} kg`],
    ["Released", doll.release_date && dateOf(doll.release_date)],
    ["Shipping", "Free, in a plain carton"],
  ].filter((fact) => fact[1])
  return (
    <dl className="mt-6 border-line border-t text-ui">
      {facts.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4 border-line border-b py-2.5">
          <dt className="text-ink-3">{name}</dt>
          <dd className="text-right">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Below 1024 px: the way to the cart while the buttons themselves are out of sight; on phones it stands on the bar of shortcuts. */
function StickyBar({ after, children }: { after: RefObject<HTMLDivElement | null>; children: ReactNode }) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const element = after.current
    if (!element) return
    const observer = new IntersectionObserver(([entry]) => setShown(Boolean(entry && !entry.isIntersecting)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [after])
  useEffect(() => {
    if (!isShown) return
    // Nothing that is reached by the keyboard, and not the end of the page, lies under the bar.
    const { style } = document.documentElement
    style.setProperty("scroll-padding-bottom", "10rem")
    return () => void style.removeProperty("scroll-padding-bottom")
  }, [isShown])
  return (
    <section
      aria-label="Buy"
      hidden={!isShown}
      className={cx(
        "no-print sticky-buy fixed inset-x-0 bottom-[calc(3.5rem+1px+env(safe-area-inset-bottom))] z-20 items-center justify-between gap-4 border-line border-t bg-surface px-4 py-2 md:bottom-0 lg:hidden",
        isShown && "flex",
      )}
    >
      {children}
    </section>
  )
}
