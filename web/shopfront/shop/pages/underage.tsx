import { t } from "#contract/t.ts"
import { gateTexts } from "#contract/texts.ts"
import { privateMeta } from "../../../platform/meta/meta.ts"
import { shopName } from "../../../platform/meta/shop.ts"
import type { Address } from "../../../platform/router.ts"
import { buttonClass } from "../../../platform/ui/Button.tsx"
import { Trans } from "../../../platform/ui/Trans.tsx"

export const meta = () => privateMeta(gateTexts.denied)

/**
 * This page has no layout, so that it shows and links nothing of the shop. The way back is a full page load, which
 * shows the gate again.
 */
export default function UnderAge() {
  return (
    <main className="night-room age-gate min-h-svh text-ink">
      <h1 className="font-display text-h1">{gateTexts.denied}</h1>
      <p className="mt-5 text-ink-2">
        <Trans>
          This website is for adults aged 18 and older. Thank you for answering honestly. We haven't stored anything
          about you.
        </Trans>
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <a
          href="https://www.wikipedia.org/"
          rel="noreferrer"
          className={buttonClass("primary")}
        >{t`Leave this website`}</a>
        <a href={"/" satisfies Address} className={buttonClass("outline")}>{t`I chose the wrong answer`}</a>
      </div>
      <p className="mt-6 text-ink-3 text-meta">
        © {new Date().getFullYear()} {shopName()}
      </p>
    </main>
  )
}
