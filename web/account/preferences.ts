import { queryOptions, useQuery } from "@tanstack/react-query"
import type { EditPreferences, Preferences } from "#contract/accounts.ts"
import { accountTexts } from "#contract/texts.ts"
import { call, explain } from "../api/client.ts"
import { queries } from "../api/queries.ts"
import { useSession } from "../session/session.ts"
import { toast } from "../ui/toast.tsx"

export const preferencesQuery = (owner: string) =>
  queryOptions({
    queryKey: ["preferences", owner],
    queryFn: ({ signal }) => call<Preferences>("GET /auth/me/preferences", { signal }),
    staleTime: 60_000,
  })

/** What this account wants to be told, and how. `change` shows the wish at once and takes it back, with its text, when it is not stored. */
export function usePreferences() {
  const { user } = useSession()
  const query = preferencesQuery(user?.uuid ?? "nobody")
  return { ...useQuery({ ...query, enabled: user !== null }), change }

  async function change(wish: EditPreferences): Promise<boolean> {
    const client = queries()
    await client.cancelQueries({ queryKey: query.queryKey })
    const before = client.getQueryData(query.queryKey)
    client.setQueryData(query.queryKey, (now) => now && { ...now, ...wish })
    try {
      client.setQueryData(query.queryKey, await call<Preferences>("PATCH /auth/me/preferences", { body: wish }))
      return true
    } catch (error) {
      client.setQueryData(query.queryKey, before)
      toast(accountTexts.settingsFailed, { kind: "error", description: explain(error) })
      return false
    }
  }
}
