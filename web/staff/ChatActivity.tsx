import { Link } from "react-router"
import type { User } from "#contract/accounts.ts"
import { PanelTitle } from "../account/PanelTitle.tsx"
import { DayBars } from "./DayBars.tsx"
import { ModeratorStats, WithMetrics } from "./Metrics.tsx"

/** How much a moderator has written, when, and about what. */
export function ChatActivity({ user }: { user: User }) {
  return (
    <>
      <PanelTitle>Chat Activity</PanelTitle>
      <div className="mt-5">
        <WithMetrics owner={user.uuid}>
          {(metrics) => (
            <div className="grid gap-10">
              <ModeratorStats metrics={metrics} />
              <DayBars counts={metrics.messages_per_day} label="Messages per day" unit="Messages" />
              <section aria-labelledby="top">
                <h3 id="top" className="font-display text-h3">
                  Most active models
                </h3>
                {metrics.top_dolls.length === 0 ? (
                  <p className="mt-3 text-ink-2">You have not written anything yet.</p>
                ) : (
                  <ol className="mt-3 max-w-measure border-line border-t">
                    {metrics.top_dolls.map(({ id, name, message_count }) => (
                      <li key={id} className="flex items-center justify-between gap-4 border-line border-b">
                        <Link to={`/moderator?doll=${id}`} className="link inline-flex min-h-11 min-w-0 items-center">
                          {name}
                        </Link>
                        <span className="tabular shrink-0 text-ink-2 text-ui">
                          {message_count === 1 ? "1 message" : `${message_count} messages`}
                        </span>
                      </li>
                    ))}
                  </ol>
                )}
                <p className="mt-3 text-ink-3 text-meta">
                  {`${metrics.monthly_report.total_messages} messages in all. Days and months are those of UTC.`}
                </p>
              </section>
            </div>
          )}
        </WithMetrics>
      </div>
    </>
  )
}
