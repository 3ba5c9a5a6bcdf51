import { lazy, Suspense, useRef, useState } from "react"
import type { Doll } from "#contract/catalog.ts"
import { maxQuantity } from "#contract/limits.ts"
import { t } from "#contract/t.ts"
import { cartTexts, modelTexts, reviewTexts } from "#contract/texts.ts"
import { loginFor } from "../../platform/navigation/links.ts"
import { Link, useNavigate } from "../../platform/router.ts"
import { useSession } from "../../platform/session/session.ts"
import { Button, IconButton } from "../../platform/ui/Button.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { money, sentences } from "../../platform/ui/format.ts"
import { MessageCircle, Share2 } from "../../platform/ui/icons.ts"
import { Tag } from "../../platform/ui/states.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { addToCart, isStaff, putInCart } from "../cart/cart.ts"
import { bounded } from "../cart/lines.ts"
import { Stepper } from "../cart/Stepper.tsx"
import { categoryNames } from "./categories.ts"
import { FavoriteButton } from "./FavoriteButton.tsx"
import { Proof } from "./Proof.tsx"
import { Rating } from "./Rating.tsx"
import { StickyBar } from "./StickyBar.tsx"
import { share } from "./share.ts"
import { stockLabel } from "./stock.ts"

// It is rarely shown, and its texts are not among those that every page loads.
const Paused = lazy(async () => ({ default: (await import("../../platform/auth/Paused.tsx")).Paused }))

const BackInStock = lazy(() => import("./BackInStock.tsx"))

export function BuyPanel({ doll, origin }: { doll: Doll; origin: string }) {
  const [chosen, setChosen] = useState(1)
  const [busy, setBusy] = useState<"add" | "buy" | null>(null)
  const session = useSession()
  const navigate = useNavigate()
  const buttons = useRef<HTMLDivElement>(null)
  const guarded = useRef(new Set<"add" | "buy">())
  const stock = stockLabel(doll)
  const forStaff = isStaff(session)
  const isPaused = session.user?.suspended === true
  const cannot = forStaff || isPaused || !doll.in_stock
  const quantity = bounded(chosen, doll.stock ?? maxQuantity)

  async function add(then: "add" | "buy") {
    // A double click adds once; after a failure the next click tries again.
    if (guarded.current.has(then)) return
    guarded.current.add(then)
    setBusy(then)
    const done = await (then === "add" ? addToCart : putInCart)(doll, quantity)
    setBusy(null)
    setTimeout(() => guarded.current.delete(then), done ? 1000 : 0)
    if (done && then === "buy") void navigate("/checkout")
  }
  return (
    <div className="placard pt-4">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <h1 className="font-display text-h1">{doll.name}</h1>
        <div className="needs-js flex shrink-0 gap-1">
          <FavoriteButton model={doll} />
          <IconButton
            label={t`Share ${doll.name}`}
            className="border border-line bg-surface hover:border-ink"
            onClick={() => void share(doll.name, `${origin}/model/${doll.id}`)}
          >
            <Share2 aria-hidden size={18} />
          </IconButton>
        </div>
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2 text-ui">
        <Link to="#reviews" className="inline-flex min-h-11 items-center underline-offset-4 hover:underline">
          {doll.review_count > 0 ? <Rating rating={doll.rating} count={doll.review_count} /> : reviewTexts.noneVerified}
        </Link>
        <Tag tone={doll.doll_category === "limited_edition" ? "celadon" : "neutral"}>
          {categoryNames[doll.doll_category]}
        </Tag>
      </div>
      <p className="mt-2 whitespace-nowrap font-semibold text-[1.75rem] leading-tight tabular">{money(doll.price)}</p>
      <p className="mt-4 max-w-measure text-ink-2">
        {sentences(doll.description, 150)}{" "}
        <Link to="#description" className="link whitespace-nowrap">
          <Trans>
            Read more
            <span className="sr-only"> about {doll.name}</span>
          </Trans>
        </Link>
      </p>
      <div className="mt-6 flex flex-wrap items-center gap-4">
        {doll.in_stock && (
          <div className="needs-js">
            <Stepper
              label={t`Quantity`}
              value={quantity}
              onChange={setChosen}
              limit={doll.stock ?? maxQuantity}
              disabled={cannot}
            />
          </div>
        )}
        <Tag tone={stock.tone} dot>
          {stock.text}
        </Tag>
      </div>
      <p className="without-js mt-5">{t`Buying requires JavaScript. Please enable it in your browser.`}</p>
      <div ref={buttons} className="needs-js mt-5 grid gap-3 sm:grid-cols-2">
        {isPaused ? (
          <Suspense>
            <Paused className="sm:col-span-2" />
          </Suspense>
        ) : (
          <>
            <Button
              disabled={cannot}
              busy={busy === "add"}
              onClick={() => void add("add")}
              className={cx(!doll.in_stock && "sm:col-span-2")}
            >{t`Add to Cart`}</Button>
            {doll.in_stock && (
              <Button
                variant="outline"
                disabled={cannot}
                busy={busy === "buy"}
                onClick={() => void add("buy")}
              >{t`Buy Now`}</Button>
            )}
          </>
        )}
      </div>
      {doll.stock === 0 && doll.is_available && !forStaff && !isPaused && (
        <Suspense>
          <BackInStock id={doll.id} />
        </Suspense>
      )}
      <ChatOffer doll={doll} />
      {forStaff && <p className="mt-3 text-ink-2 text-ui">{cartTexts.staff}</p>}
      <Proof doll={doll} />
      {!isPaused && (
        <StickyBar label={t`Buy`} after={buttons}>
          <div className="min-w-0">
            <p className="truncate font-display text-h3">{doll.name}</p>
            <p className="whitespace-nowrap font-semibold tabular">{money(doll.price)}</p>
          </div>
          <Button disabled={cannot} busy={busy === "add"} onClick={() => void add("add")} className="min-w-0">
            {doll.in_stock ? t`Add to Cart` : stock.text}
          </Button>
        </StickyBar>
      )}
    </div>
  )
}

/** Leads guests to the login, free accounts to the plans and members to the conversation. Hidden for staff. */
function ChatOffer({ doll: { id, name } }: { doll: Doll }) {
  const session = useSession()
  const navigate = useNavigate()
  const isFree = session.user?.role === "user" && session.user.membership_level === "free"
  function open() {
    if (session.status === "guest") {
      const run = () => void navigate(loginFor(`/model-chat/${id}`))
      toast(modelTexts.loginToChat, { action: { label: t`Log in`, run } })
      return
    }
    if (isFree) {
      toast(modelTexts.chatNeedsMembership)
      void navigate("/upgrade")
      return
    }
    void navigate(`/model-chat/${id}`)
  }
  return (
    <div className="needs-js if-not-staff mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 flex-[1_1_12rem] text-ink-2 text-ui">
        <Trans>Questions? Members chat about {name} with a moderator.</Trans>
      </p>
      <Button variant="outline" onClick={open}>
        <MessageCircle aria-hidden size={18} />
        {isFree ? modelTexts.upgradeToChat : modelTexts.chat}
      </Button>
    </div>
  )
}
