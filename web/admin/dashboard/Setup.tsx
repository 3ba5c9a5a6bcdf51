import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import type { Setup as Steps } from "#contract/admin.ts"
import { plural, t } from "#contract/t.ts"
import { call } from "../../platform/api/client.ts"
import { type Address, Link } from "../../platform/router.ts"
import { Circle, CircleCheck } from "../../platform/ui/icons.ts"
import { Trans } from "../../platform/ui/Trans.tsx"

type Id = Steps["steps"][number]["id"]

const setting = (name: string) => <code className="text-meta">{name}</code>
const words: Record<Id, { label: string; how: ReactNode }> = {
  database: {
    label: t`Database`,
    how: (
      <Trans>
        Set {setting("DATABASE_URL")} to a PostgreSQL database. The embedded one may lose its last seconds when the
        machine fails.
      </Trans>
    ),
  },
  mail: {
    label: t`Email`,
    how: <Trans>Set {setting("SMTP_URL")}. Until then, emails are saved to files on the server.</Trans>,
  },
  payments: {
    label: t`Payments`,
    how: (
      <Trans>
        Set {setting("NOWPAYMENTS_API_KEY")} and {setting("NOWPAYMENTS_IPN_SECRET")}. Until then, customers can't pay
        with real money.
      </Trans>
    ),
  },
  model: { label: t`First model`, how: <To to="/admin?tab=models&new=1">{t`Add a model to the shop`}</To> },
  moderator: {
    label: t`First moderator`,
    how: <To to="/admin?tab=moderators&new=1">{t`Add someone to answer chats`}</To>,
  },
}

/** The checklist of a new shop. It disappears once it is complete. */
export function Setup() {
  const { data } = useQuery({
    queryKey: ["admin", "setup"],
    queryFn: () => call("GET /admin/setup"),
  })
  const steps = data?.steps ?? []
  const left = steps.filter(({ done }) => !done).length
  if (left === 0) return null
  return (
    <section aria-labelledby="setup" className="mb-8 rounded-card border border-line bg-surface p-5">
      <h2 id="setup" className="font-semibold text-lead">
        {plural(left, { one: "1 step left to set up your shop", other: `${left} steps left to set up your shop` })}
      </h2>
      <ul className="mt-3 grid gap-3">
        {steps.map(({ id, done }) => (
          <li key={id} className="flex gap-3 text-ui">
            {done ? (
              <CircleCheck aria-hidden size={20} className="mt-px shrink-0 text-success" />
            ) : (
              <Circle aria-hidden size={20} className="mt-px shrink-0 text-ink-3" />
            )}
            <div className="min-w-0">
              <p className={done ? "text-ink-2" : "font-semibold"}>
                {words[id].label}
                {done && <span className="sr-only">{t` (done)`}</span>}
              </p>
              {!done && <p className="text-ink-2">{words[id].how}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function To({ to, children }: { to: Address; children: string }) {
  return (
    <Link to={to} className="link inline-flex min-h-11 items-center">
      {children}
    </Link>
  )
}
