import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { User } from "#contract/accounts.ts"
import type { Moderator } from "#contract/admin.ts"
import { adminTexts } from "#contract/adminText.ts"
import { staffTexts } from "#contract/memberText.ts"
import { plural, t } from "#contract/t.ts"
import { explain } from "../../../platform/api/client.ts"
import { Button, ButtonLink } from "../../../platform/ui/Button.tsx"
import { Select } from "../../../platform/ui/Select.tsx"
import { EmptyState, ErrorState, Skeleton } from "../../../platform/ui/states.tsx"
import { Trans } from "../../../platform/ui/Trans.tsx"
import { Pagination } from "../../../shopfront/shop/Pagination.tsx"
import { rangeOf } from "../../table/Pages.tsx"
import { Search } from "../../table/Search.tsx"
import { useSearch } from "../../table/search.ts"
import { AssignDialog } from "./AssignDialog.tsx"
import { ModeratorCard } from "./ModeratorCard.tsx"
import { type Asked, moderatorsQuery, perPage, type Shown, shownOptions } from "./moderators.ts"

/** The admin's view of every moderator and their models. */
export function AllAssignments({ admin }: { admin: User }) {
  const client = useQueryClient()
  const [params, change] = useSearch()
  const asked = read(params)
  const query = moderatorsQuery(asked)
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(query)
  const [edited, setEdited] = useState<Moderator["id"]>()
  const mayAssign = admin.admin_type !== "financial_admin"
  const isNarrowed = asked.q !== "" || asked.shown !== "all"
  const moderator = data?.items.find(({ id }) => id === edited)

  const ask = ({ q, shown }: { q?: string; shown?: Shown }) =>
    change({ q, show: shown === "all" ? null : shown, page: null }, { replace: true })
  const changed = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ["moderators"] }),
      client.invalidateQueries({ queryKey: ["unassigned"] }),
      client.invalidateQueries({ queryKey: ["assignments"] }),
    ])

  return (
    <div className="wrap py-6 max-md:pt-3">
      <h1 className="font-display text-h2">{t`Assignments`}</h1>
      <p className="mt-2 max-w-measure text-ink-2 text-ui">
        <Trans>
          Each model has one moderator. Reassigning it moves its chats.
          {!mayAssign && t` Content admins assign models.`}
        </Trans>
      </p>
      <search className="no-print mt-4 flex items-center gap-2">
        <Search label={t`Search moderators`} value={asked.q} onChange={(q) => ask({ q })} />
        <Select
          aria-label={t`Show`}
          value={asked.shown}
          onChange={(event) => ask({ shown: event.target.value as Shown })}
          className="h-11 shrink-0 rounded-card border border-line-strong bg-surface ps-3 text-ui"
        >
          {Object.entries(shownOptions).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <p role="status" className="tabular ms-auto text-ink-2 text-meta max-sm:sr-only">
          {data &&
            data.total > 0 &&
            rangeOf({
              page: asked.page,
              total: data.total,
              limit: perPage,
              count: (n, written) => plural(n, { one: "1 moderator", other: `${written} moderators` }),
            })}
        </p>
      </search>
      <div className="mt-4" aria-busy={isPlaceholderData}>
        {isPending && <LoadingCards />}
        {error && !data && (
          <ErrorState title={staffTexts.assignmentsFailed} detail={explain(error)} retry={() => void refetch()} />
        )}
        {data?.items.length === 0 && (
          <EmptyState title={adminTexts.noModerators}>
            {isNarrowed ? (
              <Button variant="outline" onClick={() => ask({ q: "", shown: "all" })}>{t`Show all moderators`}</Button>
            ) : (
              <ButtonLink to="/admin?tab=moderators" variant="outline">{t`Add a moderator`}</ButtonLink>
            )}
          </EmptyState>
        )}
        {data && data.items.length > 0 && (
          <ul aria-label={t`Moderators`} className="grid gap-4">
            {data.items.map((moderator) => (
              <ModeratorCard
                key={moderator.id}
                moderator={moderator}
                onEdit={mayAssign ? () => setEdited(moderator.id) : undefined}
                onChanged={changed}
              />
            ))}
          </ul>
        )}
        {data && (
          <div className="mt-10">
            <Pagination
              page={asked.page}
              pages={Math.ceil(data.total / perPage)}
              addressOf={(page) => `/moderator-assignments?${write({ ...asked, page })}`}
            />
          </div>
        )}
      </div>
      <AssignDialog moderator={moderator} onClose={() => setEdited(undefined)} onChanged={changed} />
    </div>
  )
}

function read(params: URLSearchParams): Asked {
  const shown = params.get("show") ?? ""
  const page = Number(params.get("page"))
  return {
    q: (params.get("q") ?? "").trim(),
    shown: Object.hasOwn(shownOptions, shown) ? (shown as Shown) : "all",
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

function write({ q, shown, page }: Asked): URLSearchParams {
  const params = new URLSearchParams()
  if (q) params.set("q", q)
  if (shown !== "all") params.set("show", shown)
  if (page > 1) params.set("page", String(page))
  return params
}

function LoadingCards() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{t`Loading moderators`}</span>
      {["one", "two", "three"].map((name) => (
        <Skeleton key={name} className="h-52" />
      ))}
    </div>
  )
}
