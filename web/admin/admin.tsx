import "../ui/zod.ts"
import { useEffect } from "react"
import { useSearchParams } from "react-router"
import type { User } from "#contract/accounts.ts"
import { generalTexts } from "#contract/texts.ts"
import { useMe } from "../session/account.ts"
import { Guard } from "../shell/Guard.tsx"
import { privateMeta } from "../shell/meta.ts"
import { titled } from "../shell/shop.ts"
import { ButtonLink } from "../ui/Button.tsx"
import { EmptyState, PageSpinner } from "../ui/states.tsx"
import { Frame } from "./shell/Frame.tsx"
import { mayUse, tabCalled, tabKey, tabsOf } from "./tabs.ts"

export const meta = () => privateMeta("Admin panel")

export default function AdminRoute() {
  return (
    <Guard roles={["admin"]}>
      <Admin />
    </Guard>
  )
}

function Admin() {
  const { user } = useMe()
  if (user?.role !== "admin") return <PageSpinner />
  return <Panel user={user} />
}

function Panel({ user }: { user: User }) {
  const [params] = useSearchParams()
  const tabs = tabsOf(user)
  const asked = params.get("tab")
  const known = tabCalled(asked ?? localStorage.getItem(tabKey) ?? "")
  // What was open last may be closed to who is here now; only an address that says it is told so.
  const tab = known && (asked || mayUse(known, user)) ? known : asked ? null : tabs[0]!
  const isOpen = tab && mayUse(tab, user)
  const id = isOpen ? tab.id : null
  const title = tab ? tab.label : "Not there"
  useEffect(() => {
    if (id) localStorage.setItem(tabKey, id)
    document.title = titled(`${title} - Admin panel`)
  }, [id, title])
  return (
    <Frame user={user} tabs={tabs} current={id}>
      {isOpen ? (
        <tab.Panel key={tab.id} user={user} />
      ) : (
        <>
          <h1 className="font-display text-h2">{tab ? tab.label : "Admin panel"}</h1>
          <EmptyState title={tab ? generalTexts.insufficient : "There is no such part of the panel."}>
            <ButtonLink to={`/admin?tab=${tabs[0]!.id}`} look="outline">
              {`Open ${tabs[0]!.label.toLowerCase()}`}
            </ButtonLink>
          </EmptyState>
        </>
      )}
    </Frame>
  )
}
