import { useId } from "react"
import { useSearchParams } from "react-router"
import { orderStatusText } from "#contract/buyingText.ts"
import { accountTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { explain } from "../../platform/api/client.ts"
import { ButtonLink } from "../../platform/ui/Button.tsx"
import { Select } from "../../platform/ui/Select.tsx"
import { EmptyState, ErrorState } from "../../platform/ui/states.tsx"
import { ordersPerPage, useOrders } from "../../shopfront/orders/orders.ts"
import { Pagination } from "../../shopfront/shop/Pagination.tsx"
import { Gifts } from "./Gifts.tsx"
import { MembershipInvoices } from "./MembershipInvoices.tsx"
import { LoadingRows, OrderTable } from "./OrderTable.tsx"
import { PanelTitle } from "./PanelTitle.tsx"

const filters = ["unpaid", "to_be_shipped", "shipped", "completed", "cancelled"] as const

export function OrdersTab() {
  const [params, setParams] = useSearchParams()
  const status = filters.find((one) => one === params.get("status")) ?? "all"
  const page = Math.max(1, Math.trunc(Number(params.get("page"))) || 1)
  const { data, error, isPending, isPlaceholderData, refetch } = useOrders({ status, page })
  const pages = Math.ceil((data?.total ?? 0) / ordersPerPage)
  return (
    <>
      <PanelTitle
        note={
          // Without orders there is nothing to filter.
          (data?.total !== 0 || status !== "all") && (
            <StatusFilter
              status={status}
              onChange={(wanted) => setParams(searchOf(wanted, 1), { preventScrollReset: true })}
            />
          )
        }
      >{t`Orders`}</PanelTitle>
      <div aria-busy={isPlaceholderData}>
        {isPending && <LoadingRows rows={6} height="h-30" />}
        {error && !data && (
          <ErrorState title={accountTexts.ordersLoadFailed} detail={explain(error)} retry={() => void refetch()} />
        )}
        {data?.items.length === 0 && <NoOrders status={status} page={page} />}
        {data && data.items.length > 0 && <OrderTable orders={data.items} label={t`Your orders`} />}
      </div>
      <div className="mt-6">
        <Pagination page={page} pages={pages} addressOf={(one) => `/dashboard?${searchOf(status, one)}`} />
      </div>
      <Gifts />
      <MembershipInvoices />
    </>
  )
}

function StatusFilter({ status, onChange }: { status: string; onChange(status: string): void }) {
  const id = useId()
  return (
    <div className="flex flex-wrap items-center gap-x-3 [&>:last-child]:max-w-full">
      <label htmlFor={id}>{t`Status`}</label>
      <Select
        id={id}
        value={status}
        onChange={(event) => onChange(event.target.value)}
        className="h-11 w-full rounded-card border border-line-strong bg-surface ps-3 text-ink"
      >
        <option value="all">{t`All`}</option>
        {filters.map((one) => (
          <option key={one} value={one}>
            {orderStatusText(one)}
          </option>
        ))}
      </Select>
    </div>
  )
}

function searchOf(status: string, page: number): URLSearchParams {
  const search = new URLSearchParams({ tab: "orders" })
  if (status !== "all") search.set("status", status)
  if (page > 1) search.set("page", String(page))
  return search
}

function NoOrders({ status, page }: { status: string; page: number }) {
  if (status === "all" && page === 1) {
    return (
      <EmptyState title={t`No orders yet.`}>
        <p className="w-full text-ink-2">{t`Follow each order here, from payment to delivery.`}</p>
        <ButtonLink to="/models" variant="outline">{t`Browse Models`}</ButtonLink>
      </EmptyState>
    )
  }
  return (
    <EmptyState title={t`No orders with this status.`}>
      <ButtonLink to="/dashboard?tab=orders" variant="outline">{t`Show all orders`}</ButtonLink>
    </EmptyState>
  )
}
