import { gateTexts } from "#contract/texts.ts"
import { privateMeta } from "../../meta/meta.ts"
import { shopName } from "../../meta/shop.ts"
import type { Address } from "../../router.ts"
import { buttonClass } from "../../ui/Button.tsx"

export const meta = () => privateMeta(gateTexts.denied)

/**
 * Outside the layout, so that nothing of the shop is shown or linked. The way back is a full page load, which shows the
 * gate again.
 */
export default function UnderAge() {
  return (
    <main className="night-room flex min-h-svh flex-col items-center justify-center bg-canvas px-4 py-16 text-center text-ink">
      <svg
        width="120"
        height="90"
        viewBox="0 0 120 90"
        className="text-line-strong"
        aria-hidden
        fill="none"
        stroke="currentColor"
      >
        <path d="M10 40h100M18 40v40h84V40" strokeWidth="1.5" />
      </svg>
      <h1 className="mt-8 font-display text-h1">{gateTexts.denied}</h1>
      <p className="mt-5 max-w-measure text-balance text-ink-2">
        This website is for adults aged 18 and older. Thank you for answering honestly. We haven't stored anything about
        you.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <a href="https://www.wikipedia.org/" rel="noreferrer" className={buttonClass("primary")}>
          Leave this website
        </a>
        <a href={"/" satisfies Address} className={buttonClass("outline")}>
          I chose the wrong answer
        </a>
      </div>
      <p className="mt-12 text-ink-3 text-meta">
        © {new Date().getFullYear()} {shopName()}
      </p>
    </main>
  )
}
