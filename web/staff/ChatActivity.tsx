import type { User } from "#contract/accounts.ts"
import { PanelTitle } from "../account/PanelTitle.tsx"
import { CountBars } from "./CountBars.tsx"
import { ModeratorStats, WithMetrics } from "./Metrics.tsx"
import { metricsQuery } from "./metrics.ts"
import { TopModels } from "./TopModels.tsx"

/** How much a moderator has written, when, and about what. */
export function ChatActivity({ user }: { user: User }) {
  return (
    <>
      <PanelTitle>Chat Activity</PanelTitle>
      <div className="mt-5">
        <WithMetrics of={metricsQuery(user.uuid)}>
          {(metrics) => (
            <div className="grid gap-10">
              <ModeratorStats metrics={metrics} />
              <div className="grid gap-10 xl:grid-cols-2 xl:gap-12">
                <CountBars by="month" counts={metrics.messages_per_month} label="Messages per month" unit="Messages" />
                <CountBars by="day" counts={metrics.messages_per_day} label="Messages per day" unit="Messages" />
              </div>
              <div>
                <TopModels
                  models={metrics.top_dolls}
                  to={(id) => `/moderator?doll=${id}`}
                  empty="You have not written anything yet."
                />
                <p className="mt-3 text-ink-3 text-meta">
                  {`${metrics.monthly_report.total_messages} messages in all. Days and months are those of UTC.`}
                </p>
              </div>
            </div>
          )}
        </WithMetrics>
      </div>
    </>
  )
}
