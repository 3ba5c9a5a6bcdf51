import { queryOptions, useQuery } from "@tanstack/react-query"
import type { EditPreferences } from "#contract/accounts.ts"
import { accountTexts } from "#contract/memberText.ts"
import { call, explain } from "../../platform/api/client.ts"
import { queries } from "../../platform/api/queries.ts"
import { useSession } from "../../platform/session/session.ts"
import { toast } from "../../platform/ui/toast.tsx"

export const preferencesQuery = (owner: string) =>
  queryOptions({
    queryKey: ["preferences", owner],
    queryFn: ({ signal }) => call("GET /auth/me/preferences", { signal }),
    staleTime: 60_000,
  })

/** `change` updates optimistically, and rolls back with a toast if it fails. */
export function usePreferences() {
  const { user } = useSession()
  const query = preferencesQuery(user?.uuid ?? "nobody")
  return { ...useQuery({ ...query, enabled: user !== null }), change }

  async function change(changes: EditPreferences): Promise<boolean> {
    const client = queries()
    await client.cancelQueries({ queryKey: query.queryKey })
    const before = client.getQueryData(query.queryKey)
    client.setQueryData(query.queryKey, (now) => now && { ...now, ...changes })
    try {
      client.setQueryData(query.queryKey, await call("PATCH /auth/me/preferences", { body: changes }))
      return true
    } catch (error) {
      client.setQueryData(query.queryKey, before)
      toast(accountTexts.settingsFailed, { kind: "error", description: explain(error) })
      return false
    }
  }
}
