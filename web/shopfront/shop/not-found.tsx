import { data } from "react-router"
import { missingCopy } from "#contract/copy/missing.ts"
import { t } from "#contract/t.ts"
import { privateMeta } from "../../platform/meta/meta.ts"
import { wordsOf } from "../../platform/meta/words.ts"
import { ButtonLink } from "../../platform/ui/Button.tsx"
import { EmptyPlinth } from "../../platform/ui/EmptyPlinth.tsx"
import { followRedirect, visitContext } from "../../platform/visit.ts"
import type { Route } from "./+types/not-found"

export async function loader({ context, request }: Route.LoaderArgs) {
  await followRedirect(context.get(visitContext).services, request)
  return data(null, { status: 404 })
}

const words = wordsOf(missingCopy)

export const meta = () => privateMeta(t`Page not found`)

export default function NotFound() {
  return (
    <div className="wrap grid min-h-[60svh] content-center items-center gap-x-14 gap-y-8 py-12 md:grid-cols-[auto_1fr]">
      <EmptyPlinth sizes="(min-width: 48rem) 320px, 192px" className="aspect-4/5 w-48 md:w-80" />
      <div>
        <p className="text-ink-3 text-ui">{t`Page not found`}</p>
        <h1 className="mt-1 font-display text-h1">{words("missing_title")}</h1>
        <p className="mt-4 max-w-measure text-ink-2 text-lead">{words("missing_text")}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to="/">{t`Back to home`}</ButtonLink>
          <ButtonLink to="/models" variant="outline">{t`Browse Models`}</ButtonLink>
        </div>
      </div>
    </div>
  )
}
