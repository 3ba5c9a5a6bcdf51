import { useQuery } from "@tanstack/react-query"
import { adminTexts } from "#contract/adminText.ts"
import { t } from "#contract/t.ts"
import { call, explain } from "../../platform/api/client.ts"
import { Link } from "../../platform/router.ts"
import { ErrorState, Skeleton } from "../../platform/ui/states.tsx"

export function AssignedModerator({ dollId }: { dollId: number }) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["admin", "moderators", "care", dollId],
    queryFn: async () => {
      const all = await call("GET /moderators/moderators", { query: { skip: 0, limit: 100 } })
      return all.find((one) => one.assigned_dolls.includes(dollId)) ?? null
    },
  })
  return (
    <section aria-labelledby="care" className="mt-10">
      <h2 id="care" className="placard pt-3 pb-3 font-display text-h3">{t`Assigned moderator`}</h2>
      {isPending && <Skeleton className="h-6 w-48" />}
      {error && !data && (
        <ErrorState title={adminTexts.moderatorsOfModelFailed} detail={explain(error)} retry={() => void refetch()} />
      )}
      {data !== undefined && (
        <p className="text-ui">
          {data ? data.full_name : t`Unassigned. Chats go unanswered.`}{" "}
          <Link
            to="/moderator-assignments"
            className="link inline-flex min-h-11 items-center px-1"
          >{t`Assignments`}</Link>
        </p>
      )}
    </section>
  )
}
