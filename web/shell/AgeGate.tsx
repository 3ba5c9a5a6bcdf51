import { gateTexts } from "#contract/texts.ts"
import { shopName } from "./shop.ts"

/** The gate itself is opened and wired by `gateScript`, before React is there; it is always the night room. */
export function AgeGate() {
  return (
    <>
      <dialog
        id="age-gate"
        closedby="none"
        aria-labelledby="age-gate-title"
        aria-describedby="age-gate-text"
        suppressHydrationWarning
        className="night-room age-gate w-[min(30rem,calc(100vw-2rem))] rounded-dialog border border-line bg-surface p-6 text-ink sm:p-10"
      >
        <h1 id="age-gate-title" tabIndex={-1} className="font-display text-[2.5rem] leading-none">
          {gateTexts.title}
        </h1>
        <p id="age-gate-text" className="mt-5 text-ink-2">
          Everything shown here is made for adults and depicts adults only. Please confirm that you are of age before
          you come in.
        </p>
        <div className="mt-8 flex flex-col gap-3">
          <button
            type="button"
            data-enter
            className="min-h-12 rounded-card bg-primary px-4 py-2 font-semibold text-on-primary text-ui hover:bg-primary-hover"
          >
            {gateTexts.enter}
          </button>
          <button
            type="button"
            data-exit
            className="min-h-12 rounded-card border border-line-strong px-4 py-2 font-semibold text-ui hover:border-ink"
          >
            {gateTexts.exit}
          </button>
        </div>
        <p className="mt-6 flex flex-wrap items-center gap-x-5 text-ink-3 text-meta">
          <span>
            © {gateTexts.year} {shopName()}
          </span>
          <a className="inline-flex min-h-11 items-center underline underline-offset-2" href="/terms">
            Terms
          </a>
          <a className="inline-flex min-h-11 items-center underline underline-offset-2" href="/privacy">
            Privacy
          </a>
        </p>
      </dialog>
      <noscript>
        <div className="night-room border-line border-b bg-surface text-ink">
          <div className="wrap py-4">
            <p className="font-display text-h3">{gateTexts.title}</p>
            <p className="mt-1 text-ink-2 text-ui">
              Everything shown here is made for adults and depicts adults only. Stay only if you are 18 years or older;
              otherwise please{" "}
              <a className="underline" href="/UnderAge">
                leave
              </a>
              .
            </p>
          </div>
        </div>
      </noscript>
    </>
  )
}
