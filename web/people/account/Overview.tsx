import type { ReactNode } from "react"
import type { User } from "#contract/accounts.ts"
import { accountTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { explain } from "../../platform/api/client.ts"
import { Link } from "../../platform/router.ts"
import { ButtonLink } from "../../platform/ui/Button.tsx"
import { EmailText } from "../../platform/ui/EmailText.tsx"
import { dateOf } from "../../platform/ui/format.ts"
import { EmptyState, ErrorState } from "../../platform/ui/states.tsx"
import { useOrders } from "../../shopfront/orders/orders.ts"
import { MembershipBox } from "./membership/MembershipBox.tsx"
import { LoadingRows, OrderTable } from "./OrderTable.tsx"
import { PanelTitle } from "./PanelTitle.tsx"
import { VerifyPrompt } from "./VerifyPrompt.tsx"

/** The parts load their data in parallel. */
export function Overview({ user }: { user: User }) {
  return (
    <>
      <PanelTitle>{t`Account Overview`}</PanelTitle>
      <VerifyPrompt user={user} />
      <dl className="mt-5 grid gap-x-8 gap-y-2 sm:grid-cols-3">
        <Fact label={t({ context: "in a list of details", message: "Full Name" })}>{user.full_name}</Fact>
        <Fact label={t`Email Address`}>
          <EmailText>{user.email}</EmailText>
        </Fact>
        <Fact label={t`Member Since`}>{dateOf(user.created_at)}</Fact>
      </dl>
      <MembershipBox user={user} />
      <RecentOrders />
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 max-sm:flex max-sm:items-baseline">
      <dt className="w-30 shrink-0 text-ink-3 text-meta">{label}</dt>
      <dd className="mt-0.5 min-w-0">{children}</dd>
    </div>
  )
}

function RecentOrders() {
  const { data, error, isPending, refetch } = useOrders({ status: "all", page: 1, limit: 5 })
  return (
    <section aria-labelledby="recent" className="mt-10">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h3 id="recent" className="font-display text-h3">{t`Recent Orders`}</h3>
        {data?.items.length !== 0 && (
          <Link to="/orders" className="link inline-flex min-h-11 items-center text-ui">{t`View all orders`}</Link>
        )}
      </div>
      {isPending && <LoadingRows height="h-30" />}
      {error && !data && (
        <ErrorState title={accountTexts.ordersFetchFailed} detail={explain(error)} retry={() => void refetch()} />
      )}
      {data?.items.length === 0 && (
        <EmptyState title={t`No orders yet.`}>
          <ButtonLink to="/models" variant="outline">{t`Browse Models`}</ButtonLink>
        </EmptyState>
      )}
      {data && data.items.length > 0 && <OrderTable orders={data.items} label={t`Recent orders`} />}
    </section>
  )
}
