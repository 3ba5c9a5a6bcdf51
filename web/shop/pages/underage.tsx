import { gateTexts } from "#contract/texts.ts"
import { privateMeta } from "../../shell/meta.ts"
import { shopName } from "../../shell/shop.ts"
import { buttonClass } from "../../ui/Button.tsx"

export const meta = () => privateMeta(gateTexts.denied)

/** Outside the shop's layout: nothing of the shop is shown or linked here. The way back is a full load, so that the gate asks again. */
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
      <p className="mt-5 max-w-measure text-ink-2">
        This website is for adults of 18 years and older. Thank you for answering truthfully; nothing about you was
        stored.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <a href="https://www.wikipedia.org/" rel="noreferrer" className={buttonClass("primary")}>
          Leave this website
        </a>
        <a href="/" className={buttonClass("outline")}>
          I chose the wrong answer
        </a>
      </div>
      <p className="mt-12 text-ink-3 text-meta">
        © {gateTexts.year} {shopName()}
      </p>
    </main>
  )
}
