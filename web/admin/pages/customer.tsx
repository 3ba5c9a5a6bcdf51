import { t } from "#contract/t.ts"
import "../../platform/ui/zod.ts"
import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { useParams } from "react-router"
import type { User } from "#contract/accounts.ts"
import { customerTexts } from "#contract/timelineText.ts"
import { Notes } from "../../backoffice/staff-ui/Notes.tsx"
import { Timeline } from "../../backoffice/staff-ui/Timeline.tsx"
import { ApiError, call, explain } from "../../platform/api/client.ts"
import { useMe } from "../../platform/auth/user.ts"
import { privateMeta } from "../../platform/meta/meta.ts"
import { titled } from "../../platform/meta/shop.ts"
import { Guard } from "../../platform/navigation/Guard.tsx"
import { ButtonLink } from "../../platform/ui/Button.tsx"
import { EmptyState, ErrorState } from "../../platform/ui/states.tsx"
import { CustomerHead } from "../customer/CustomerHead.tsx"
import { customerKey, Part } from "../customer/Part.tsx"
import { Sections } from "../customer/Sections.tsx"
import { Frame } from "../shell/Frame.tsx"
import { FrameSkeleton } from "../shell/FrameSkeleton.tsx"
import { Head } from "../shell/Head.tsx"
import { tabsOf } from "./tabs.ts"

export const meta = () => privateMeta(t`Customer`)

export default function CustomerRoute() {
  return (
    <Guard roles={["admin"]} waiting={<Waiting />}>
      <Page />
    </Guard>
  )
}

const Waiting = () => <FrameSkeleton label={t`Loading the customer`} />

function Page() {
  const { user } = useMe()
  const id = Number(useParams().id)
  if (user?.role !== "admin") return <Waiting />
  return (
    <Frame user={user} tabs={tabsOf(user)} current={null}>
      <CustomerPage key={id} id={id} user={user} />
    </Frame>
  )
}

/** Everything about a customer that the admin may see. Each part is loaded by its own call. */
function CustomerPage({ id, user }: { id: number; user: User }) {
  const isId = Number.isSafeInteger(id) && id > 0
  const { data, error, refetch } = useQuery({
    queryKey: customerKey(id),
    queryFn: ({ signal }) => call(`GET /admin/customers/${id}`, { signal }),
    enabled: isId,
  })
  const name = data?.full_name
  useEffect(() => {
    if (name) document.title = titled(t`${name} - Customer`)
  }, [name])
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 422)
  if (!isId || isMissing) {
    return (
      <>
        <Head title={t`Customer`} />
        <EmptyState title={customerTexts.notFound}>
          <ButtonLink to="/admin" variant="outline">{t`Admin panel`}</ButtonLink>
        </EmptyState>
      </>
    )
  }
  if (!data && error) {
    return (
      <>
        <Head title={t`Customer`} />
        <ErrorState title={customerTexts.loadFailed} detail={explain(error)} retry={() => void refetch()} />
      </>
    )
  }
  return (
    <>
      <Head title={data?.full_name ?? t`Customer`} />
      <CustomerHead id={id} customer={data} user={user} />
      {data && (
        <div className="mt-8 grid gap-8 lg:grid-cols-2 lg:gap-12">
          <div className="grid min-w-0 content-start gap-8">
            <Sections customer={data} />
          </div>
          <div className="min-w-0 content-start gap-8 max-lg:contents lg:grid">
            <Part title={t`Notes`} id="notes" className="max-lg:order-first">
              <Notes of={`/admin/customers/${id}`} />
            </Part>
            <Part title={t`Timeline`}>
              <Timeline of={`/admin/customers/${id}`} />
            </Part>
          </div>
        </div>
      )}
    </>
  )
}
