import { t } from "#contract/t.ts"
import "../../platform/ui/zod.ts"
import { useEffect } from "react"
import { useSearchParams } from "react-router"
import type { User } from "#contract/accounts.ts"
import { generalTexts } from "#contract/texts.ts"
import { useMe } from "../../platform/auth/user.ts"
import { inSentence } from "../../platform/language.ts"
import { privateMeta } from "../../platform/meta/meta.ts"
import { titled } from "../../platform/meta/shop.ts"
import { Guard } from "../../platform/navigation/Guard.tsx"
import { ButtonLink } from "../../platform/ui/Button.tsx"
import { EmptyState } from "../../platform/ui/states.tsx"
import { Frame } from "../shell/Frame.tsx"
import { FrameSkeleton } from "../shell/FrameSkeleton.tsx"
import { Head } from "../shell/Head.tsx"
import { mayUse, tabCalled, tabKey, tabsOf } from "./tabs.ts"

export const meta = () => privateMeta(t`Admin panel`)

export default function AdminRoute() {
  return (
    <Guard roles={["admin"]} waiting={<FrameSkeleton />}>
      <Admin />
    </Guard>
  )
}

function Admin() {
  const { user } = useMe()
  if (user?.role !== "admin") return <FrameSkeleton />
  return <Panel user={user} />
}

function Panel({ user }: { user: User }) {
  const [params] = useSearchParams()
  const tabs = tabsOf(user)
  const asked = params.get("tab")
  const known = tabCalled(asked ?? localStorage.getItem(tabKey) ?? "")
  // The tab opened last may be forbidden to this user; only an address that names it says so.
  const tab = known && (asked || mayUse(known, user)) ? known : asked ? null : tabs[0]!
  const isOpen = tab && mayUse(tab, user)
  const id = isOpen ? tab.id : null
  const title = tab ? tab.label : t`Not found`
  useEffect(() => {
    if (id) localStorage.setItem(tabKey, id)
    document.title = titled(t`${title} - Admin panel`)
  }, [id, title])
  return (
    <Frame user={user} tabs={tabs} current={id}>
      {isOpen ? (
        <tab.Panel key={tab.id} user={user} />
      ) : (
        <>
          <Head title={tab ? tab.label : t`Admin panel`} />
          <EmptyState title={tab ? generalTexts.insufficient : t`This page doesn't exist.`}>
            <ButtonLink to={`/admin?tab=${tabs[0]!.id}`} variant="outline">
              {t`Open ${inSentence(tabs[0]!.label)}`}
            </ButtonLink>
          </EmptyState>
        </>
      )}
    </Frame>
  )
}
