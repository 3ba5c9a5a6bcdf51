import { useInfiniteQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { User } from "#contract/accounts.ts"
import { alertTexts } from "#contract/memberText.ts"
import type { Notification } from "#contract/notifications.ts"
import { t } from "#contract/t.ts"
import { explain } from "../../platform/api/client.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { EmptyState, ErrorState } from "../../platform/ui/states.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { everyQuery, markAllRead, useUnread } from "../notifications/notifications.ts"
import { AlertSettings } from "./AlertSettings.tsx"
import { NotificationRow } from "./NotificationRow.tsx"
import { LoadingRows } from "./OrderTable.tsx"
import { PanelTitle } from "./PanelTitle.tsx"

export function Notifications({ user }: { user: User }) {
  const query = useInfiniteQuery(everyQuery(user.uuid))
  const { data, error, isPending, refetch } = query
  return (
    <>
      <PanelTitle>{t`Notifications`}</PanelTitle>
      <div className="grid items-start gap-x-12 gap-y-14 xl:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
        <div className="min-w-0">
          {isPending && <LoadingRows rows={5} />}
          {error && !data && (
            <ErrorState title={alertTexts.loadFailed} detail={explain(error)} retry={() => void refetch()} />
          )}
          {data?.length === 0 && (
            <EmptyState title={alertTexts.empty}>
              <p className="text-ink-2">
                {user.role === "user"
                  ? t`Updates about your orders, membership and chats appear here.`
                  : t`News about your work will be here.`}
              </p>
            </EmptyState>
          )}
          {data && data.length > 0 && (
            <>
              <ReadAll newest={data[0]!} />
              <ul aria-label={t`Your notifications`} className="border-line border-t">
                {data.map((one) => (
                  <NotificationRow key={one.id} notification={one} />
                ))}
              </ul>
              {query.isFetchNextPageError && <ErrorState title={alertTexts.loadFailed} detail={explain(error)} />}
              {query.hasNextPage && (
                <Button
                  variant="outline"
                  className="mt-5"
                  busy={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >{t`Load more`}</Button>
              )}
            </>
          )}
        </div>
        <AlertSettings user={user} />
      </div>
    </>
  )
}

function ReadAll({ newest }: { newest: Notification }) {
  const unread = useUnread()
  const [busy, setBusy] = useState(false)
  const readAll = async () => {
    setBusy(true)
    await markAllRead(newest.id).catch((error: unknown) =>
      toast(alertTexts.readFailed, { kind: "error", description: explain(error) }),
    )
    setBusy(false)
  }
  return (
    <div className="mt-3 flex min-h-11 flex-wrap items-center justify-between gap-x-4">
      <p role="status" className="text-ink-2 text-ui">
        {unread === 0 ? t`All read` : t`${unread} unread`}
      </p>
      {unread > 0 && (
        <Button
          variant="quiet"
          className="-me-4"
          busy={busy}
          onClick={() => void readAll()}
        >{t`Mark all as read`}</Button>
      )}
    </div>
  )
}
