import type { ModeratorMetrics } from "#contract/staff.ts"
import { plural, t } from "#contract/t.ts"
import { type Address, Link } from "../../platform/router.ts"

interface TopModelsProps {
  models: ModeratorMetrics["top_dolls"]
  to(id: number): Address
  empty: string
}

export function TopModels({ models, to, empty }: TopModelsProps) {
  return (
    <section aria-labelledby="top">
      <h3 id="top" className="flex min-h-11 items-center font-semibold text-ui">{t`Most active models`}</h3>
      {models.length === 0 ? (
        <p className="border-line border-y py-3 text-ink-2 text-ui">{empty}</p>
      ) : (
        <ol className="max-w-measure border-line border-t">
          {models.map(({ id, name, message_count }) => (
            <li key={id} className="flex items-center justify-between gap-4 border-line border-b">
              <Link to={to(id)} className="link inline-flex min-h-11 min-w-0 items-center">
                {name}
              </Link>
              <span className="tabular shrink-0 text-ink-2 text-ui">
                {plural(message_count, { one: "1 message", other: `${message_count} messages` })}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
