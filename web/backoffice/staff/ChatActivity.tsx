import type { User } from "#contract/accounts.ts"
import { t } from "#contract/t.ts"
import { PanelTitle } from "../../people/account/PanelTitle.tsx"
import { ActivityMetrics } from "./ActivityMetrics.tsx"
import { metricsQuery } from "./metrics.ts"

export function ChatActivity({ user }: { user: User }) {
  return (
    <>
      <PanelTitle>{t`Chat activity`}</PanelTitle>
      <div className="mt-5">
        <ActivityMetrics
          of={metricsQuery(user.uuid)}
          columns="xl:grid-cols-2 xl:gap-12"
          to={(id) => `/moderator?doll=${id}`}
          empty={t`You haven't sent any messages yet.`}
        />
      </div>
    </>
  )
}
