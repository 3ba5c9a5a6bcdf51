import { infiniteQueryOptions, queryOptions, useQuery } from "@tanstack/react-query"
import type { Notification } from "#contract/notifications.ts"
import { call, list } from "../../platform/api/client.ts"
import { queries } from "../../platform/api/queries.ts"
import { onFrame, wasReceived } from "../../platform/session/frames.ts"
import { useSession } from "../../platform/session/session.ts"

const perPage = 20

/** The newest page and the unread count, refetched every 30 seconds in the foreground. */
export const latestQuery = (owner: string) =>
  queryOptions({
    queryKey: ["notifications", owner, "latest"],
    queryFn: ({ signal }) => list("GET /notifications", { query: { limit: perPage }, signal }),
    refetchInterval: 30_000,
    refetchOnWindowFocus: true,
  })

/** All notifications by page. New ones shift the pages, so duplicates are removed. */
export const everyQuery = (owner: string) =>
  infiniteQueryOptions({
    queryKey: ["notifications", owner, "all"],
    queryFn: ({ signal, pageParam }) =>
      list("GET /notifications", { query: { limit: perPage, skip: pageParam }, signal }),
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

interface NotificationFrame {
  type: "notice"
  notification: Notification | null
  unread: number
}

/** Follows the account's socket. The first frame causes a refetch only if its count differs from the known one. */
export function followNotifications(owner: string): () => void {
  return onFrame<NotificationFrame>("notice", async ({ notification, unread }) => {
    const isFirst = notification === null && !wasReceived("notice")
    const known = isFirst
      ? await queries()
          .ensureQueryData(latestQuery(owner))
          .catch(() => null)
      : null
    if (known?.unread !== unread) await refreshNotifications()
  })
}

export const refreshNotifications = () => queries().invalidateQueries({ queryKey: ["notifications"] })

export async function markRead(id: number): Promise<void> {
  await call(`POST /notifications/${id}/read`)
  await refreshNotifications()
}

/** Marks everything up to the newest shown notification as read. Later ones stay unread. */
export async function markAllRead(newest: number): Promise<void> {
  await call("POST /notifications/read", { body: { up_to_id: newest } })
  await refreshNotifications()
}
