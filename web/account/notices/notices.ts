import { infiniteQueryOptions, queryOptions, useQuery } from "@tanstack/react-query"
import type { Notification } from "#contract/notifications.ts"
import { call, list } from "../../api/client.ts"
import { queries } from "../../api/queries.ts"
import { useSession } from "../../session/session.ts"

const perPage = 20

/** The newest, and how many are unread: asked again every 30 seconds while somebody looks. */
export const latestQuery = (owner: string) =>
  queryOptions({
    queryKey: ["notices", owner, "latest"],
    queryFn: ({ signal }) => list<Notification>(`GET /notifications?limit=${perPage}`, { signal }),
    refetchInterval: 30_000,
    refetchOnWindowFocus: true,
  })

/** All of them, a page after the other. What came meanwhile moves the places: a notice that is met twice is shown once. */
export const everyQuery = (owner: string) =>
  infiniteQueryOptions({
    queryKey: ["notices", owner, "all"],
    queryFn: ({ signal, pageParam }) =>
      list<Notification>(`GET /notifications?limit=${perPage}&skip=${pageParam}`, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.items.length, 0)
      return last.items.length > 0 && loaded < last.total ? loaded : undefined
    },
    select: ({ pages }) => [...new Map(pages.flatMap((page) => page.items).map((one) => [one.id, one])).values()],
    refetchOnMount: "always",
  })

export function useUnread(): number {
  const { user } = useSession()
  return useQuery({ ...latestQuery(user?.uuid ?? "nobody"), enabled: user !== null }).data?.unread ?? 0
}

export const refreshNotices = () => queries().invalidateQueries({ queryKey: ["notices"] })

export async function markRead(id: number): Promise<void> {
  await call(`POST /notifications/${id}/read`)
  await refreshNotices()
}

/** Everything up to the newest one that was seen: what came since stays new. */
export async function markAllRead(newest: number): Promise<void> {
  await call("POST /notifications/read", { body: { up_to_id: newest } })
  await refreshNotices()
}
