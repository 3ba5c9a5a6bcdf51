import { useQuery } from "@tanstack/react-query"
import type { User } from "#contract/accounts.ts"
import { staffTexts } from "#contract/memberText.ts"
import { plural, t } from "#contract/t.ts"
import { explain } from "../../../platform/api/client.ts"
import { ButtonLink } from "../../../platform/ui/Button.tsx"
import { EmptyState, ErrorState } from "../../../platform/ui/states.tsx"
import { AssignedGrid, LoadingGrid } from "../../moderator/AssignedGrid.tsx"
import { assignmentsQuery } from "../../moderator/assigned.ts"

/** The moderator's view of their own models. */
export function Own({ user }: { user: User }) {
  const { data, error, isPending, refetch } = useQuery(assignmentsQuery(user.id))
  return (
    <div className="wrap py-6 max-md:pt-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1 className="font-display text-h2">{t`My Assignments`}</h1>
        <p role="status" className="tabular text-ink-2 text-ui">
          {data && plural(data.length, { one: "1 model", other: `${data.length} models` })}
        </p>
      </div>
      <p className="mt-2 max-w-measure text-pretty text-ink-2 text-ui">{t`You answer chats about these models.`}</p>
      <div className="mt-5">
        {isPending && <LoadingGrid label={t`Loading your assignments`} />}
        {error && !data && (
          <ErrorState title={staffTexts.assignmentsFailed} detail={explain(error)} retry={() => void refetch()} />
        )}
        {data?.length === 0 && (
          <EmptyState title={staffTexts.noneAssigned}>
            <ButtonLink to="/moderator" variant="outline">{t`Open chats`}</ButtonLink>
          </EmptyState>
        )}
        {data && data.length > 0 && <AssignedGrid dolls={data} label={t`My assignments`} level="h2" />}
      </div>
    </div>
  )
}
