import type { User } from "#contract/accounts.ts"
import { PanelTitle } from "../account/PanelTitle.tsx"
import { ActivityMetrics } from "./ActivityMetrics.tsx"
import { metricsQuery } from "./metrics.ts"

/** A moderator's own activity. */
export function ChatActivity({ user }: { user: User }) {
  return (
    <>
      <PanelTitle>Chat activity</PanelTitle>
      <div className="mt-5">
        <ActivityMetrics
          of={metricsQuery(user.uuid)}
          columns="xl:grid-cols-2 xl:gap-12"
          to={(id) => `/moderator?doll=${id}`}
          empty="You haven't sent any messages yet."
        />
      </div>
    </>
  )
}
