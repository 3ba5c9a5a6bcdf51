import { t } from "#contract/t.ts"
import "../../platform/ui/zod.ts"
import { generalTexts } from "#contract/texts.ts"
import { useMe } from "../../platform/auth/user.ts"
import { privateMeta } from "../../platform/meta/meta.ts"
import { Guard } from "../../platform/navigation/Guard.tsx"
import { ButtonLink } from "../../platform/ui/Button.tsx"
import { EmptyState } from "../../platform/ui/states.tsx"
import { ModelGrid } from "../models/ModelGrid.tsx"
import { Frame } from "../shell/Frame.tsx"
import { FrameSkeleton } from "../shell/FrameSkeleton.tsx"
import { tabsOf } from "./tabs.ts"

export const meta = () => privateMeta(t`Bulk edit models`)

export default function ModelGridRoute() {
  return (
    <Guard roles={["admin"]} waiting={<FrameSkeleton />}>
      <Grid />
    </Guard>
  )
}

function Grid() {
  const { user } = useMe()
  if (user?.role !== "admin") return <FrameSkeleton />
  const tabs = tabsOf(user)
  const may = tabs.some((tab) => tab.id === "models")
  return (
    <Frame user={user} tabs={tabs} current={may ? "models" : null}>
      {may ? (
        <ModelGrid />
      ) : (
        <EmptyState title={generalTexts.insufficient}>
          <ButtonLink to="/admin" variant="outline">{t`Admin panel`}</ButtonLink>
        </EmptyState>
      )}
    </Frame>
  )
}
