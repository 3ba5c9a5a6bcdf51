import { t } from "#contract/t.ts"
import { Trans } from "../../platform/ui/Trans.tsx"
import "../../platform/ui/zod.ts"
import { useQuery } from "@tanstack/react-query"
import { useParams } from "react-router"
import type { Doll } from "#contract/catalog.ts"
import { generalTexts, modelTexts } from "#contract/texts.ts"
import { explain } from "../../platform/api/client.ts"
import { useMe } from "../../platform/auth/user.ts"
import { privateMeta } from "../../platform/meta/meta.ts"
import { Guard } from "../../platform/navigation/Guard.tsx"
import { Alert } from "../../platform/ui/Alert.tsx"
import { ButtonLink } from "../../platform/ui/Button.tsx"
import { dateTimeOf } from "../../platform/ui/format.ts"
import { EmptyState, ErrorState } from "../../platform/ui/states.tsx"
import { shownFirst } from "../../shopfront/shop/card.ts"
import { ModelBody } from "../../shopfront/shop/ModelBody.tsx"
import { open } from "../models/opened.ts"
import { Frame } from "../shell/Frame.tsx"
import { FrameSkeleton } from "../shell/FrameSkeleton.tsx"
import { tabsOf } from "./tabs.ts"

export const meta = () => privateMeta(t`Preview`)

/** Shows staff the future page of a model. The shop has no page for a draft. */
export default function PreviewModelRoute() {
  return (
    <Guard roles={["admin"]} waiting={<FrameSkeleton label={t`Loading the model`} />}>
      <Preview />
    </Guard>
  )
}

/** A draft counts as out of stock, so the preview computes the stock of the published model. */
const published = (doll: Doll): Doll => ({
  ...doll,
  images: shownFirst(doll.images),
  in_stock: doll.is_available && doll.stock !== 0,
})
const none = { items: [], total: 0, counts: [0, 0, 0, 0, 0] }

function Preview() {
  const { user } = useMe()
  const { id = "" } = useParams()
  const tabs = user?.role === "admin" ? tabsOf(user) : []
  const may = tabs.some((tab) => tab.id === "models")
  const { data, error, refetch } = useQuery({
    queryKey: ["admin", "preview", id],
    queryFn: async () => (await open(id)).doll,
    enabled: may,
    gcTime: 0,
    retry: false,
  })
  if (user?.role !== "admin") return <FrameSkeleton label={t`Loading the model`} />
  const state = data?.archived_at
    ? t`This model is archived.`
    : data?.publish_at
      ? t`This model will be published on ${dateTimeOf(data.publish_at)}.`
      : data?.draft
        ? t`This model is a draft.`
        : data?.needs_approval
          ? t`This model needs approval.`
          : t`This model is published.`
  return (
    <Frame user={user} tabs={tabs} current={may ? "models" : null}>
      {!may ? (
        <EmptyState title={generalTexts.insufficient}>
          <ButtonLink to="/admin" variant="outline">{t`Admin panel`}</ButtonLink>
        </EmptyState>
      ) : error ? (
        <ErrorState title={modelTexts.detailsFailed} detail={explain(error)} retry={() => void refetch()} />
      ) : data ? (
        <>
          <Alert kind="info" title={t`Preview`} className="mb-6">
            <p>
              <Trans>{state} This is how its page looks. Customers don't see the preview.</Trans>
            </p>
            <ButtonLink
              to={`/admin/model/edit/${data.id}`}
              variant="outline"
              className="mt-3"
            >{t`Back to editing`}</ButtonLink>
          </Alert>
          <ModelBody doll={published(data)} reviews={none} origin={location.origin} />
        </>
      ) : (
        <FrameSkeleton label={t`Loading the model`} />
      )}
    </Frame>
  )
}
