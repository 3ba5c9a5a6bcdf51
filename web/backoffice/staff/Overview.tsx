import type { ReactNode } from "react"
import type { User } from "#contract/accounts.ts"
import { t } from "#contract/t.ts"
import { PanelTitle } from "../../people/account/PanelTitle.tsx"
import { type Address, Link } from "../../platform/router.ts"
import { EmailText } from "../../platform/ui/EmailText.tsx"
import { dateOf } from "../../platform/ui/format.ts"
import { roleOf } from "../staff-ui/levels.ts"
import { Activity } from "./Activity.tsx"
import { Attention } from "./Attention.tsx"
import { CountChart } from "./CountChart.tsx"
import { ModeratorStats, WithMetrics } from "./Metrics.tsx"
import { metricsQuery } from "./metrics.ts"
import { ShopStats } from "./ShopStats.tsx"
import { TopModels } from "./TopModels.tsx"
import { WaitingChats } from "./WaitingChats.tsx"

interface Action {
  to: Address
  label: string
}
const manageUsers: Action = { to: "/staff-dashboard?tab=user-management", label: t`Manage Users` }
const accountSettings: Action = { to: "/staff-dashboard?tab=settings", label: t`Account Settings` }

function actionsOf({ role, admin_type }: User): Action[] {
  if (role === "moderator") {
    return [
      { to: "/moderator", label: t`Active Chats` },
      { to: "/moderator?queue=flagged", label: t`Flagged Content` },
    ]
  }
  return [
    ...(admin_type === "super_admin" ? [manageUsers] : []),
    { to: "/admin?tab=dashboard", label: t`View Analytics` },
  ]
}

/** Shows what needs attention and the figures, with the profile and its links beside them. */
export function Overview({ user }: { user: User }) {
  return (
    <>
      <PanelTitle>{t`Overview`}</PanelTitle>
      <div className="mt-4 grid gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-8">
          <Attention user={user} />
          {user.role === "moderator" ? (
            <WaitingChats owner={user.uuid}>
              <OwnFigures owner={user.uuid} />
            </WaitingChats>
          ) : (
            <>
              <ShopStats mayMoney={user.admin_type !== "content_admin"} />
              <Activity brief />
            </>
          )}
        </div>
        <aside className="grid min-w-0 content-start gap-x-12 gap-y-8 sm:grid-cols-2 xl:grid-cols-1">
          <Profile user={user} />
          <section aria-labelledby="quick">
            <h3 id="quick" className="font-semibold text-ui">{t`Quick actions`}</h3>
            <ul className="mt-2 border-line border-t">
              {[...actionsOf(user), accountSettings].map(({ to, label }) => (
                <li key={label} className="border-line border-b">
                  <Link to={to} className="flex min-h-11 items-center text-ui hover:bg-surface hover:underline">
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        </aside>
      </div>
    </>
  )
}

function OwnFigures({ owner }: { owner: string }) {
  return (
    <section aria-labelledby="figures">
      <h3 id="figures" className="mb-2 font-semibold text-ui">{t`Your figures`}</h3>
      <WithMetrics of={metricsQuery(owner)}>
        {(metrics) => (
          <>
            <ModeratorStats metrics={metrics} />
            <div className="mt-8 grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
              <CountChart
                by="day"
                counts={metrics.messages_per_day}
                before={metrics.previous.messages_per_day}
                title={t`Messages per day`}
                unit={t`Messages`}
              />
              <TopModels
                models={metrics.top_dolls}
                to={(id) => `/moderator?doll=${id}`}
                empty={t`You haven't sent any messages yet.`}
              />
            </div>
          </>
        )}
      </WithMetrics>
    </section>
  )
}

function Profile({ user }: { user: User }) {
  const facts: [string, ReactNode][] = [
    [t`Name`, user.full_name],
    [t`Email`, <EmailText key="email">{user.email}</EmailText>],
    [t`Role`, roleOf(user)],
    [t`Staff since`, dateOf(user.created_at)],
  ]
  return (
    <section aria-labelledby="me">
      <h3 id="me" className="font-semibold text-ui">{t`Profile`}</h3>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 border-line border-y py-3 text-ui">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink-3">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
