import { useQuery } from "@tanstack/react-query"
import { Link, useParams } from "react-router"
import type { Moderator } from "#contract/admin.ts"
import { adminTexts } from "#contract/adminText.ts"
import { staffTexts } from "#contract/texts.ts"
import { ApiError, call, explain } from "../api/client.ts"
import { Guard } from "../shell/Guard.tsx"
import { privateMeta } from "../shell/meta.ts"
import { ButtonLink } from "../ui/Button.tsx"
import { EmptyState, ErrorState, PageSpinner, Tag } from "../ui/states.tsx"
import { CountBars } from "./CountBars.tsx"
import { ModeratorStats, WithMetrics } from "./Metrics.tsx"
import { metricsOfQuery } from "./metrics.ts"
import { TopModels } from "./TopModels.tsx"

export const meta = () => privateMeta("Moderator activity")

export default function ModeratorActivityRoute() {
  return (
    <Guard roles={["admin"]}>
      <ModeratorActivity />
    </Guard>
  )
}

/** For admins: how much a moderator has written, when, and about what. */
function ModeratorActivity() {
  const id = Number(useParams().id)
  const isId = Number.isSafeInteger(id) && id > 0
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["moderator", id],
    queryFn: ({ signal }) => call<Moderator>(`GET /moderators/moderators/${id}`, { signal }),
    enabled: isId,
  })
  if (!isId || (error instanceof ApiError && (error.status === 404 || error.status === 422))) return <Unknown />
  if (isPending) return <PageSpinner />
  return (
    <div className="wrap py-8 sm:py-12">
      <Link to="/moderator-assignments" className="link inline-flex min-h-11 items-center text-ui">
        Assignments
      </Link>
      {data ? (
        <>
          <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-2">
            <h1 className="wrap-anywhere font-display text-h1">{data.full_name}</h1>
            <Tag tone={data.is_active ? "success" : "neutral"} dot>
              {data.is_active ? "Active" : "Inactive"}
            </Tag>
          </div>
          <p className="wrap-anywhere mt-2 text-ink-2">{`Chat activity of ${data.email}`}</p>
          <Numbers id={id} />
        </>
      ) : (
        <ErrorState title={adminTexts.moderatorFetchFailed} detail={explain(error)} retry={() => void refetch()} />
      )}
    </div>
  )
}

function Numbers({ id }: { id: number }) {
  return (
    <section aria-label="Numbers" className="mt-8">
      <h2 className="sr-only">Numbers</h2>
      <WithMetrics of={metricsOfQuery(id)}>
        {(metrics) => (
          <div className="grid gap-10">
            <ModeratorStats metrics={metrics} />
            <div className="grid gap-10 lg:grid-cols-2 lg:gap-12">
              <CountBars by="month" counts={metrics.messages_per_month} label="Messages per month" unit="Messages" />
              <CountBars by="day" counts={metrics.messages_per_day} label="Messages per day" unit="Messages" />
            </div>
            <div>
              <TopModels models={metrics.top_dolls} to={(doll) => `/model/${doll}`} empty="Nothing written yet." />
              <p className="mt-3 text-ink-3 text-meta">
                {`${metrics.monthly_report.total_messages} messages in all. Days and months are those of UTC.`}
              </p>
            </div>
          </div>
        )}
      </WithMetrics>
    </section>
  )
}

function Unknown() {
  return (
    <div className="wrap py-12">
      <h1 className="sr-only">Moderator activity</h1>
      <EmptyState title={staffTexts.noSuchModerator}>
        <ButtonLink to="/moderator-assignments" look="outline">
          To the assignments
        </ButtonLink>
      </EmptyState>
    </div>
  )
}
