import { useLocation } from "react-router"
import { gateCopy } from "#contract/copy/apart.ts"
import { t } from "#contract/t.ts"
import { gateTexts } from "#contract/texts.ts"
import { shopName } from "../../platform/meta/shop.ts"
import { wordsOf } from "../../platform/meta/words.ts"
import type { Address } from "../../platform/router.ts"
import { buttonClass } from "../../platform/ui/Button.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { ungated } from "./ungated.ts"
import { ShopMark } from "./Wordmark.tsx"

const words = wordsOf(gateCopy)

/**
 * Rendered only on the server, directly in <body>, where hydration ignores unknown elements. `gateScript` opens,
 * handles and restores it without React. It is dark in both themes.
 */
export function AgeGate() {
  return (
    <>
      <dialog
        id="age-gate"
        closedby="none"
        aria-labelledby="age-gate-title"
        aria-describedby="age-gate-text"
        className="night-room age-gate text-ink"
      >
        <Name />
        <h1 id="age-gate-title" tabIndex={-1} className="mt-10 font-display text-h1">
          {gateTexts.title}
        </h1>
        <p id="age-gate-text" className="mt-5 text-ink-2">
          {words("gate_text")}
        </p>
        <div className="mt-8 flex flex-col gap-3">
          <button
            type="button"
            data-enter
            className="min-h-12 rounded-card border border-transparent bg-primary px-4 py-2 font-semibold text-on-primary text-ui hover:bg-primary-hover"
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
        <GateFooter className="mt-6" />
      </dialog>
      <GateWithoutScripts />
    </>
  )
}

/**
 * Consent cannot be stored without JavaScript, so every page asks, with a <details> that reveals the page. A <noscript>
 * would not do, because some script blockers do not render it.
 */
function GateWithoutScripts() {
  const { pathname } = useLocation()
  if (ungated.test(pathname)) return null
  return (
    <section
      aria-labelledby="enter-title"
      className="gate-without-scripts without-js night-room min-h-svh bg-canvas text-ink"
    >
      <div className="wrap flex min-h-svh max-w-measure flex-col justify-center gap-5 py-10">
        <Name />
        <h1 id="enter-title" className="font-display text-h1">
          {gateTexts.title}
        </h1>
        <p className="text-ink-2">{words("gate_text")}</p>
        <div className="flex flex-wrap gap-3">
          <details>
            <summary className={buttonClass("primary", "cursor-pointer list-none")}>{gateTexts.enter}</summary>
          </details>
          <a href="/UnderAge" className={buttonClass("outline")}>
            {gateTexts.exit}
          </a>
        </div>
        <GateFooter />
      </div>
    </section>
  )
}

function Name() {
  return (
    <p className="flex items-center gap-2.5">
      <ShopMark isNight />
    </p>
  )
}

function GateFooter({ className }: { className?: string }) {
  return (
    <p className={cx("flex flex-wrap items-center gap-x-5 text-ink-3 text-meta", className)}>
      <span>
        © {gateTexts.year} {shopName()}
      </span>
      <a
        className="inline-flex min-h-11 items-center underline underline-offset-2"
        href={"/terms" satisfies Address}
      >{t`Terms`}</a>
      <a
        className="inline-flex min-h-11 items-center underline underline-offset-2"
        href={"/privacy" satisfies Address}
      >{t`Privacy`}</a>
      <a
        className="inline-flex min-h-11 items-center underline underline-offset-2"
        href={"/accessibility" satisfies Address}
      >{t`Accessibility`}</a>
    </p>
  )
}
