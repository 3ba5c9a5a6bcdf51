import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query"
import { useSearchParams } from "react-router"
import { levels, type Role, roles, type User } from "#contract/accounts.ts"
import { adminTexts } from "#contract/adminText.ts"
import { LoadingRows } from "../account/OrderTable.tsx"
import { PanelTitle } from "../account/PanelTitle.tsx"
import { explain, list } from "../api/client.ts"
import { Pagination } from "../shop/Pagination.tsx"
import { nameOf } from "../staff-ui/levels.ts"
import { Button } from "../ui/Button.tsx"
import { SelectField } from "../ui/Field.tsx"
import { EmptyState, ErrorState } from "../ui/states.tsx"
import { SearchField } from "./SearchField.tsx"
import { UserRow } from "./UserRow.tsx"

const perPage = 10
const filters = ["q", "level", "role", "active", "suspended"] as const

/** Search, deactivate, suspend and sign out accounts. Passwords cannot be set here. */
export function UserManagement({ user }: { user: User }) {
  return (
    <>
      <PanelTitle>User Management</PanelTitle>
      <Accounts self={user.id} />
    </>
  )
}

function Accounts({ self }: { self: number }) {
  const client = useQueryClient()
  const [params, setParams] = useSearchParams()
  const page = Math.max(1, Math.floor(Number(params.get("page"))) || 1)
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(usersQuery(params, page))
  const isNarrowed = filters.some((name) => params.get(name))
  // The current address, so that the second of two changes keeps the first.
  const ask = (next: Record<string, string>) =>
    setParams(() => changed(window.location.search, { page: "", ...next }), {
      replace: true,
      preventScrollReset: true,
    })
  return (
    <>
      <search className="mt-5 grid gap-4 sm:grid-cols-3 lg:grid-cols-[minmax(0,1fr)_9rem_9rem_9rem] sm:[&>:first-child]:col-span-3 lg:[&>:first-child]:col-span-1">
        <SearchField label="Search users" given={params.get("q") ?? ""} onSearch={(q) => ask({ q })} />
        <Choice name="level" label="Level" all="All levels" options={levels} params={params} onChoose={ask} />
        <Choice name="role" label="Role" all="All roles" options={roles} params={params} onChoose={ask} />
        <SelectField
          label="State"
          value={params.get("suspended") ? "suspended" : (params.get("active") ?? "")}
          onChange={({ target: { value } }) =>
            ask(value === "suspended" ? { active: "", suspended: "true" } : { active: value, suspended: "" })
          }
        >
          <option value="">All</option>
          <option value="true">Active</option>
          <option value="false">Inactive</option>
          <option value="suspended">Suspended</option>
        </SelectField>
      </search>
      <p role="status" className="tabular mt-4 min-h-6 text-ink-2 text-ui">
        {data && (data.total === 1 ? "1 account" : `${data.total.toLocaleString("en-US")} accounts`)}
      </p>
      <div aria-busy={isPlaceholderData}>
        {isPending && <LoadingRows rows={5} />}
        {!data && error && <ErrorState detail={explain(error)} retry={() => void refetch()} />}
        {data?.items.length === 0 && (
          <EmptyState title={adminTexts.noUsers}>
            {isNarrowed && (
              <Button variant="outline" onClick={() => ask({ q: "", level: "", role: "", active: "", suspended: "" })}>
                Show all users
              </Button>
            )}
          </EmptyState>
        )}
        {data && data.items.length > 0 && (
          <ul aria-label="Users" className="mt-2 divide-y divide-line border-line border-y">
            {data.items.map((one) => (
              <UserRow
                key={one.id}
                user={one}
                isSelf={one.id === self}
                onChanged={() => client.invalidateQueries({ queryKey: ["users"] })}
              />
            ))}
          </ul>
        )}
        {data && (
          <div className="mt-8">
            <Pagination
              page={page}
              pages={Math.ceil(data.total / perPage)}
              addressOf={(to) => `/staff-dashboard?${changed(params, { page: to === 1 ? "" : String(to) })}`}
            />
          </div>
        )}
      </div>
    </>
  )
}

function changed(params: URLSearchParams | string, next: Record<string, string>): URLSearchParams {
  const asked = new URLSearchParams(params)
  for (const [name, value] of Object.entries(next)) value ? asked.set(name, value) : asked.delete(name)
  return asked
}

const usersQuery = (params: URLSearchParams, page: number) => {
  const asked = new URLSearchParams({ skip: String((page - 1) * perPage), limit: String(perPage) })
  for (const name of filters) {
    const value = params.get(name)?.trim()
    if (value) asked.set(name, value)
  }
  return queryOptions({
    queryKey: ["users", String(asked)],
    queryFn: ({ signal }) => list("GET /admin/users", { query: asked, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
  })
}

interface ChoiceProps {
  name: "level" | "role"
  label: string
  all: string
  options: readonly (User["membership_level"] | Role)[]
  params: URLSearchParams
  onChoose(next: Record<string, string>): void
}

function Choice({ name, label, all, options, params, onChoose }: ChoiceProps) {
  return (
    <SelectField
      label={label}
      value={params.get(name) ?? ""}
      onChange={(event) => onChoose({ [name]: event.target.value })}
    >
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {nameOf[option]}
        </option>
      ))}
    </SelectField>
  )
}
