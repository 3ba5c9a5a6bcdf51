import { useQuery } from "@tanstack/react-query"
import { useParams } from "react-router"
import { adminTexts } from "#contract/adminText.ts"
import { staffTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { ApiError, call, explain } from "../../platform/api/client.ts"
import { privateMeta } from "../../platform/meta/meta.ts"
import { Guard } from "../../platform/navigation/Guard.tsx"
import { Back } from "../../platform/ui/Back.tsx"
import { ButtonLink } from "../../platform/ui/Button.tsx"
import { EmptyState, ErrorState, Tag } from "../../platform/ui/states.tsx"
import { PageSkeleton } from "../staff-ui/PageSkeleton.tsx"
import { ActivityMetrics } from "./ActivityMetrics.tsx"
import { metricsOfQuery } from "./metrics.ts"

export const meta = () => privateMeta(t`Moderator activity`)

export default function ModeratorActivityRoute() {
  return (
    <Guard roles={["admin"]} waiting={<Waiting />}>
      <ModeratorActivity />
    </Guard>
  )
}

/** Shows a moderator's messages to admins, over time and by model. */
function ModeratorActivity() {
  const id = Number(useParams().id)
  const isId = Number.isSafeInteger(id) && id > 0
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["moderator", id],
    queryFn: ({ signal }) => call(`GET /moderators/moderators/${id}`, { signal }),
    enabled: isId,
  })
  if (!isId || (error instanceof ApiError && (error.status === 404 || error.status === 422))) return <Unknown />
  if (isPending) return <Waiting />
  return (
    <div className="wrap py-6 max-md:pt-3">
      <Back to="/moderator-assignments">{t`Assignments`}</Back>
      {data ? (
        <>
          <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-2">
            <h1 className="wrap-anywhere font-display text-h2">{data.full_name}</h1>
            <Tag tone={data.is_active ? "success" : "neutral"} dot>
              {data.is_active ? t`Active` : t`Inactive`}
            </Tag>
          </div>
          <p className="wrap-anywhere mt-2 text-ink-2 text-ui">{t`Chat activity of ${data.email}`}</p>
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
    <section aria-label={t`Statistics`} className="mt-6">
      <h2 className="sr-only">{t`Statistics`}</h2>
      <ActivityMetrics
        of={metricsOfQuery(id)}
        columns="lg:grid-cols-2 lg:gap-12"
        to={(doll) => `/model/${doll}`}
        empty={t`No messages yet.`}
      />
    </section>
  )
}

function Unknown() {
  return (
    <div className="wrap py-12">
      <h1 className="sr-only">{t`Moderator activity`}</h1>
      <EmptyState title={staffTexts.noSuchModerator}>
        <ButtonLink to="/moderator-assignments" variant="outline">{t`Back to assignments`}</ButtonLink>
      </EmptyState>
    </div>
  )
}

const Waiting = () => (
  <div className="wrap">
    <PageSkeleton />
  </div>
)
