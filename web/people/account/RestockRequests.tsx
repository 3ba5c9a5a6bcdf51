import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { User } from "#contract/accounts.ts"
import { restockTexts } from "#contract/restockText.ts"
import type { StockRequest } from "#contract/stock.ts"
import { t } from "#contract/t.ts"
import { call, explain } from "../../platform/api/client.ts"
import { Link } from "../../platform/router.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { ErrorState } from "../../platform/ui/states.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { LoadingRows } from "./OrderTable.tsx"

/** The sold-out models that the customer is waiting for. */
export function RestockRequests({ user }: { user: User }) {
  const client = useQueryClient()
  const queryKey = ["restock", user.uuid]
  const { data, error, isPending, refetch } = useQuery({
    queryKey,
    queryFn: () => call("GET /auth/restock-requests"),
  })
  const [busy, setBusy] = useState<number>()
  if (isPending) return <LoadingRows rows={1} />
  if (!data) return <ErrorState detail={explain(error)} retry={() => void refetch()} />
  const leave = async ({ id }: StockRequest) => {
    setBusy(id)
    try {
      await call(`DELETE /auth/restock-requests/${id}`)
    } catch (error) {
      toast(restockTexts.leaveFailed, { kind: "error", key: "restock", description: explain(error) })
    }
    await client.invalidateQueries({ queryKey })
    setBusy(undefined)
  }
  if (data.length === 0)
    return <p className="text-ink-2">{t`On the page of a sold-out model, choose “Email me when it's back”.`}</p>
  return (
    <ul className="-my-3 divide-y divide-line">
      {data.map((request) => (
        <li key={request.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3">
          <Link to={`/model/${request.doll_id}`} className="link min-w-0 wrap-anywhere">
            {request.name}
          </Link>
          <Button
            variant="outline"
            busy={busy === request.id}
            aria-label={t`Remove ${request.name}`}
            onClick={() => void leave(request)}
          >{t`Remove`}</Button>
        </li>
      ))}
    </ul>
  )
}
