import { t } from "#contract/t.ts"
import "../../platform/ui/zod.ts"
import { useEffect, useState } from "react"
import { useParams } from "react-router"
import { generalTexts, modelTexts } from "#contract/texts.ts"
import { FieldsSkeleton } from "../../backoffice/staff-ui/FieldsSkeleton.tsx"
import { ApiError, explain } from "../../platform/api/client.ts"
import { useMe } from "../../platform/auth/user.ts"
import { privateMeta } from "../../platform/meta/meta.ts"
import { Guard } from "../../platform/navigation/Guard.tsx"
import { useNavigate } from "../../platform/router.ts"
import { ButtonLink } from "../../platform/ui/Button.tsx"
import { EmptyState, Skeleton } from "../../platform/ui/states.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { EditForm } from "../models/EditForm.tsx"
import { type Opened, open } from "../models/opened.ts"
import { Frame } from "../shell/Frame.tsx"
import { FrameSkeleton } from "../shell/FrameSkeleton.tsx"
import { tabsOf } from "./tabs.ts"

export const meta = () => privateMeta(t`Edit model`)

export default function EditModelRoute() {
  return (
    <Guard roles={["admin"]} waiting={<FrameSkeleton label={t`Loading the model`} />}>
      <EditModel />
    </Guard>
  )
}

function EditModel() {
  const { user } = useMe()
  const { id = "" } = useParams()
  const navigate = useNavigate()
  const [opened, setOpened] = useState<Opened>()
  const tabs = user?.role === "admin" ? tabsOf(user) : []
  const may = tabs.some((tab) => tab.id === "models")
  useEffect(() => {
    if (!may) return
    let current = true
    open(id).then(
      (found) => current && setOpened(found),
      (error) => {
        if (!current) return
        const missing = error instanceof ApiError && (error.status === 404 || error.status === 422)
        if (missing) toast(modelTexts.notFound, { kind: "error" })
        else toast(modelTexts.detailsFailed, { description: explain(error), kind: "error" })
        void navigate("/admin?tab=models", { replace: true })
      },
    )
    return () => {
      current = false
    }
  }, [id, may, navigate])
  if (user?.role !== "admin") return <FrameSkeleton label={t`Loading the model`} />
  return (
    <Frame user={user} tabs={tabs} current={may ? "models" : null}>
      {!may ? (
        <EmptyState title={generalTexts.insufficient}>
          <ButtonLink to="/admin" variant="outline">{t`Admin panel`}</ButtonLink>
        </EmptyState>
      ) : opened?.doll.id === Number(id) ? (
        <EditForm key={id} opened={opened} />
      ) : (
        <FormSkeleton />
      )}
    </Frame>
  )
}

function FormSkeleton() {
  return (
    <>
      <Skeleton className="mt-2 h-5 w-28" />
      <Skeleton className="mt-6 mb-8 h-9 w-48" />
      <FieldsSkeleton label={t`Loading the model`} fields={6} />
    </>
  )
}
