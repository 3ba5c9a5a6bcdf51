import { queryOptions, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useNavigate } from "react-router"
import type { Favorite } from "#contract/favorites.ts"
import { favoriteTexts } from "#contract/texts.ts"
import { ApiError, call, explain, list } from "../api/client.ts"
import { queries } from "../api/queries.ts"
import { useSession } from "../session/session.ts"
import { toast } from "../ui/toast.tsx"

const perCall = 100

/** Every favourite of the account, newest first, with its model. */
export const favoritesQuery = (owner: string) =>
  queryOptions({
    queryKey: ["favorites", owner],
    queryFn: async ({ signal }) => {
      const found: Favorite[] = []
      for (let more = true; more; ) {
        const { items, total } = await list<Favorite>(`GET /favorites/?skip=${found.length}&limit=${perCall}`, {
          signal,
        })
        found.push(...items)
        more = items.length > 0 && found.length < total
      }
      return found
    },
    staleTime: 60_000,
  })

export function useFavorites() {
  const session = useSession()
  const isCustomer = session.user?.role === "user"
  return useQuery({ ...favoritesQuery(session.user?.uuid ?? "nobody"), enabled: isCustomer })
}

/** One heart. `toggle` tells what came of it. */
export function useFavorite(dollId: number): { isFavorite: boolean; busy: boolean; toggle(): Promise<void> } {
  const session = useSession()
  const navigate = useNavigate()
  const { data } = useFavorites()
  const [busy, setBusy] = useState(false)
  const owner = session.user?.uuid ?? "nobody"
  return { isFavorite: data?.some((one) => one.doll_id === dollId) ?? false, busy, toggle }

  async function toggle(): Promise<void> {
    if (session.status === "guest") {
      const next = encodeURIComponent(location.pathname + location.search)
      toast(favoriteTexts.loginToSave, {
        action: { label: "Log in", run: () => void navigate(`/login?next=${next}`) },
      })
      return
    }
    setBusy(true)
    await (data ? change(owner, data, dollId) : changeUnseen(owner, dollId))
    setBusy(false)
  }
}

/** The favourites have not been loaded: they must be, to know which way the heart turns. */
async function changeUnseen(owner: string, dollId: number): Promise<void> {
  const known = await queries()
    .fetchQuery(favoritesQuery(owner))
    .catch((error: unknown) => {
      toast(favoriteTexts.updateFailed, { kind: "error", description: explain(error) })
      return null
    })
  if (known) await change(owner, known, dollId)
}

async function change(owner: string, before: Favorite[], dollId: number): Promise<void> {
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
      await call(`DELETE /favorites/by-id/${held.id}`).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.status === 404)) throw error
      })
    } else {
      put((now) => [{ id: 0, doll_id: dollId, created_at: new Date().toISOString(), doll: null }, ...dropped(now)])
      const added = await call<Favorite>("POST /favorites/", { body: { doll_id: dollId } })
      put((now) => [added, ...dropped(now)])
    }
    toast(held ? favoriteTexts.removed : favoriteTexts.added, { kind: "success" })
  } catch (error) {
    put((now) => (held ? [held, ...dropped(now)] : dropped(now)))
    const text = held ? favoriteTexts.removeFailed : favoriteTexts.addFailed
    toast(text, { kind: "error", description: explain(error) })
  }
}
