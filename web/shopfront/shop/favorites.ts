import { QueryObserver, queryOptions, useQuery } from "@tanstack/react-query"
import { useCallback, useEffect, useState, useSyncExternalStore } from "react"
import type { Favorite } from "#contract/favorites.ts"
import { t } from "#contract/t.ts"
import { favoriteTexts } from "#contract/texts.ts"
import { ApiError, call, explain, list, unlessGone } from "../../platform/api/client.ts"
import { queries } from "../../platform/api/queries.ts"
import { withoutLanguage } from "../../platform/language.ts"
import { go } from "../../platform/navigation/go.ts"
import { loginFor } from "../../platform/navigation/links.ts"
import { useSession } from "../../platform/session/session.ts"
import { toast } from "../../platform/ui/toast.tsx"

const perCall = 100

/** Newest first. */
export const favoritesQuery = (owner: string) =>
  queryOptions({
    queryKey: ["favorites", owner],
    queryFn: async ({ signal }) => {
      const favorites: Favorite[] = []
      for (let more = true; more; ) {
        const { items, total } = await list("GET /favorites/", {
          query: { skip: favorites.length, limit: perCall },
          signal,
        })
        favorites.push(...items)
        more = items.length > 0 && favorites.length < total
      }
      return favorites
    },
    staleTime: 60_000,
  })

/** With `fresh`, cached data is shown and refetched. */
export function useFavorites({ fresh = false } = {}) {
  const session = useSession()
  const isCustomer = session.user?.role === "user"
  return useQuery({
    ...favoritesQuery(session.user?.uuid ?? "nobody"),
    enabled: isCustomer,
    refetchOnMount: fresh ? "always" : true,
  })
}

export function useFavorite(model: Model): { isFavorite: boolean; busy: boolean; toggle(): Promise<void> } {
  const session = useSession()
  const { data, error } = useSharedFavorites(session.user?.role === "user" ? session.user.uuid : null)
  const [busy, setBusy] = useState(false)
  const owner = session.user?.uuid ?? "nobody"
  const unknown = data ? null : error
  // Equal toasts replace each other, so all hearts of a page show one.
  useEffect(() => {
    if (unknown) toast(favoriteTexts.loadFailed, { kind: "error", description: explain(unknown) })
  }, [unknown])
  return { isFavorite: data?.some((one) => one.doll_id === model.id) ?? false, busy, toggle }

  async function toggle(): Promise<void> {
    if (session.status === "guest") {
      toast(favoriteTexts.loginToSave, { action: { label: t`Log in`, run: () => go(loginAddress()) } })
      return
    }
    setBusy(true)
    const failure = await (data ? change(owner, data, model) : changeUnseen(owner, model))
    setBusy(false)
    if (failure) showFailure(failure)
  }

  function showFailure({ title, error }: Failure): void {
    if (error instanceof ApiError && error.status === 401) {
      const action = { label: t`Log in`, run: () => go(loginAddress()) }
      toast(favoriteTexts.loginTitle, { kind: "error", key: "favorite", description: favoriteTexts.login, action })
    } else toast(title, { kind: "error", key: "favorite", description: explain(error) })
  }
}

/** A lighter `useFavorites`: a page has a heart on each card, and guests need no query. */
function useSharedFavorites(owner: string | null): { data?: Favorite[]; error?: unknown } {
  const subscribe = useCallback(
    (listen: () => void) => (owner ? new QueryObserver(queries(), favoritesQuery(owner)).subscribe(listen) : () => {}),
    [owner],
  )
  const known = () => (owner ? queries().getQueryState<Favorite[]>(favoritesQuery(owner).queryKey) : undefined)
  return useSyncExternalStore(subscribe, known, () => undefined) ?? {}
}

interface Model {
  id: number
  name: string
}

interface Failure {
  title: string
  error: unknown
}

const loginAddress = () => loginFor(withoutLanguage(location.pathname) + location.search)

/** Toggles before the favorites are loaded: it fetches them first to know the direction. */
async function changeUnseen(owner: string, model: Model): Promise<Failure | null> {
  try {
    return await change(owner, await queries().fetchQuery(favoritesQuery(owner)), model)
  } catch (error) {
    return { title: favoriteTexts.updateFailed, error }
  }
}

async function change(owner: string, before: Favorite[], model: Model): Promise<Failure | null> {
  const dollId = model.id
  const held = before.find((one) => one.doll_id === dollId)
  const { queryKey } = favoritesQuery(owner)
  const client = queries()
  const put = (guess: (now: Favorite[]) => Favorite[]) =>
    client.setQueryData(queryKey, (now: Favorite[] | undefined) => guess(now ?? before))
  const dropped = (now: Favorite[]) => now.filter((one) => one.doll_id !== dollId)
  await client.cancelQueries({ queryKey })
  try {
    if (held) {
      put(dropped)
      await call(`DELETE /favorites/by-id/${held.id}`).catch(unlessGone)
    } else {
      put((now) => [{ id: 0, doll_id: dollId, created_at: new Date().toISOString(), doll: null }, ...dropped(now)])
      const added = await call("POST /favorites/", { body: { doll_id: dollId } })
      put((now) => [added, ...dropped(now)])
    }
    toast(held ? favoriteTexts.removed : favoriteTexts.added, {
      kind: "success",
      key: "favorite",
      description: model.name,
    })
    return null
  } catch (error) {
    put((now) => (held ? [held, ...dropped(now)] : dropped(now)))
    return { title: held ? favoriteTexts.removeFailed : favoriteTexts.addFailed, error }
  }
}
