import { t } from "#contract/t.ts"
import "../../platform/ui/zod.ts"
import { useParams } from "react-router"
import type { User } from "#contract/accounts.ts"
import { generalTexts } from "#contract/texts.ts"
import { Loaded, useOpened } from "../../backoffice/staff-ui/Loaded.tsx"
import { call } from "../../platform/api/client.ts"
import { useMe } from "../../platform/auth/user.ts"
import { privateMeta } from "../../platform/meta/meta.ts"
import { Guard } from "../../platform/navigation/Guard.tsx"
import { ButtonLink } from "../../platform/ui/Button.tsx"
import { EmptyState } from "../../platform/ui/states.tsx"
import { ownLinks } from "../../shopfront/shop/pages/ownText.ts"
import { Frame } from "../shell/Frame.tsx"
import { FrameSkeleton } from "../shell/FrameSkeleton.tsx"
import { PageEditor } from "../site-pages/PageEditor.tsx"
import { tabsOf } from "./tabs.ts"

export const links = ownLinks

export const meta = () => privateMeta(t`Edit page`)

export default function EditPageRoute() {
  return (
    <Guard roles={["admin"]} waiting={<FrameSkeleton label={t`Loading the page`} />}>
      <EditPage />
    </Guard>
  )
}

function EditPage() {
  const { user } = useMe()
  const { id = "" } = useParams()
  if (user?.role !== "admin") return <FrameSkeleton label={t`Loading the page`} />
  return <Opened key={id} user={user} id={id} />
}

function Opened({ user, id }: { user: User; id: string }) {
  const tabs = tabsOf(user)
  const may = tabs.some((tab) => tab.id === "pages")
  return (
    <Frame user={user} tabs={tabs} current={may ? "pages" : null}>
      {may ? (
        <Editor id={id} />
      ) : (
        <EmptyState title={generalTexts.insufficient}>
          <ButtonLink to="/admin" variant="outline">{t`Admin panel`}</ButtonLink>
        </EmptyState>
      )}
    </Frame>
  )
}

function Editor({ id }: { id: string }) {
  const query = useOpened(["admin", "page", id], () => call(`GET /admin/pages/${Number(id)}`))
  return (
    <Loaded query={query} label={t`Loading the page`} fields={5}>
      {(page) => <PageEditor opened={page} />}
    </Loaded>
  )
}
