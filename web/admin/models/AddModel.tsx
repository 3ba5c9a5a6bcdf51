import { useQuery } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import type { Doll, Image } from "#contract/catalog.ts"
import { modelAdminTexts } from "#contract/panelText.ts"
import { t } from "#contract/t.ts"
import { modelTexts } from "#contract/texts.ts"
import { useSearch } from "../../backoffice/table/search.ts"
import { refresh } from "../../backoffice/table/useRows.ts"
import { call, explain } from "../../platform/api/client.ts"
import { queries } from "../../platform/api/queries.ts"
import { draftOf } from "../../platform/forms/drafts.ts"
import { placeErrors, useZodForm } from "../../platform/forms/form.ts"
import { useSendOnce } from "../../platform/forms/sendOnce.ts"
import { UnsavedChanges } from "../../platform/forms/UnsavedChanges.tsx"
import { type Address, Navigate } from "../../platform/router.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { ErrorState, Skeleton } from "../../platform/ui/states.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { hasToken } from "../parts/needToken.ts"
import { DollFields } from "./DollFields.tsx"
import { dollForm, emptyDoll, isIncomplete } from "./form.ts"
import { Images } from "./Images.tsx"
import { open } from "./opened.ts"

const schema = dollForm(null)

/** The address of the second step for a draft. */
export const picturesOf = (draft: number): Address => `/admin?tab=models&new=1&draft=${draft}`

/** Creates a model in two steps: its details, then its pictures. In between it is a draft, which the address names. */
export function AddModel({ onClose }: { onClose(): void }) {
  const [params, change] = useSearch()
  const id = params.get("draft")
  const {
    data: doll,
    error,
    refetch,
  } = useQuery({
    // Not below "models": a refetch after publishing would lead to the edit page before the address changes.
    queryKey: ["admin", "draft", id],
    queryFn: async () => (await open(id!)).doll,
    enabled: id !== null,
    staleTime: 5000,
  })
  const goTo = (draft: Doll | null) => change({ draft: draft && String(draft.id) }, { replace: true })
  return (
    <section aria-labelledby="add-model" className="mb-10 border-line border-b pb-10">
      <div className="mb-5 flex max-w-3xl flex-wrap items-baseline justify-between gap-3">
        <h2 id="add-model" className="font-display text-h3">
          {id === null ? t`Step 1 of 2: details` : t`Step 2 of 2: images${doll ? t` of ${doll.name}` : ""}`}
        </h2>
        {id === null && <p className="text-ink-3 text-meta">{t`* Required`}</p>}
      </div>
      {id === null && <DetailStep onSaved={goTo} onClose={onClose} />}
      {id !== null && error && !doll && (
        <ErrorState title={modelTexts.detailsFailed} detail={explain(error)} retry={() => void refetch()} />
      )}
      {id !== null && !error && !doll && <Skeleton className="h-40 w-full" />}
      {id !== null && doll?.draft === false && <Navigate to={`/admin/model/edit/${doll.id}`} replace />}
      {id !== null && doll?.draft && <PictureStep key={id} doll={doll} onDone={() => goTo(null)} />}
    </section>
  )
}

function DetailStep({ onSaved, onClose }: { onSaved(doll: Doll): void; onClose(): void }) {
  // Untouched fields show no error, because the layout would shift under a click.
  const form = useZodForm(schema, emptyDoll, "onSubmit")
  const [failure, setFailure] = useState<string>()
  const once = useSendOnce()
  /** The next step replaces this one a moment after the answer. */
  const isSaved = useRef(false)
  const { isDirty, isSubmitting } = form.formState
  const submit = form.handleSubmit(
    async (values) => {
      setFailure(undefined)
      if (!hasToken()) return
      try {
        const body = { ...values, draft: true }
        const doll = await once((headers) => call("POST /dolls/create/", { body, headers }))
        toast(modelAdminTexts.created, { key: "create", kind: "success" })
        refresh("models")
        queries().setQueryData(["admin", "draft", String(doll.id)], doll)
        isSaved.current = true
        onSaved(doll)
      } catch (error) {
        toast(modelAdminTexts.createFailed, { description: explain(error), key: "create", kind: "error" })
        refresh("models")
        if (!placeErrors(form, error)) setFailure(explain(error))
      }
    },
    (errors) => {
      setFailure(undefined)
      if (isIncomplete(errors))
        toast(modelAdminTexts.missingTitle, { description: modelAdminTexts.missing, key: "create", kind: "error" })
    },
  )
  useEffect(() => form.setFocus("name"), [form])
  return (
    <form onSubmit={submit} noValidate className="max-w-3xl">
      <UnsavedChanges
        isDirty={() => isDirty && !isSubmitting && !isSaved.current}
        draft={draftOf(form, "model-new")}
        className="mb-6"
      />
      {failure && (
        <Alert kind="danger" title={modelAdminTexts.saveFailed} className="mb-6">
          {failure}
        </Alert>
      )}
      <DollFields form={form} />
      <div className="mt-8 flex flex-wrap gap-3">
        <Button type="submit" busy={isSubmitting}>{t`Save and continue to images`}</Button>
        <Button variant="quiet" onClick={onClose}>{t`Close`}</Button>
      </div>
    </form>
  )
}

function PictureStep({ doll, onDone }: { doll: Doll; onDone(): void }) {
  const [images, setImages] = useState<Image[]>([])
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const head = useRef<HTMLParagraphElement>(null)
  useEffect(() => head.current?.focus(), [])
  const publish = async () => {
    if (!hasToken()) return
    setBusy(true)
    try {
      await call(`PATCH /dolls/${doll.id}`, { body: { draft: false } })
      onDone()
      refresh("models")
    } catch (error) {
      toast(modelAdminTexts.updateFailed, { description: explain(error), kind: "error" })
      setBusy(false)
    }
  }
  const finish = () => {
    if (images.some((image) => image.is_primary)) void publish()
    else setAsked(true)
  }
  return (
    <div className="max-w-4xl">
      <p ref={head} tabIndex={-1} className="mb-5 text-ink-2 text-ui">
        <Trans>
          The details are saved as a draft. The primary image appears on the card, the others on the model's page.
        </Trans>
      </p>
      <Images dollId={doll.id} name={doll.name} isNew onChange={setImages} />
      {asked && !images.some((image) => image.is_primary) && (
        <Alert kind="danger" className="mt-5">{t`Please upload a primary image first.`}</Alert>
      )}
      <div className="mt-8 flex flex-wrap gap-3">
        <Button busy={busy} onClick={finish}>{t`Add Model`}</Button>
        <Button variant="quiet" disabled={busy} onClick={() => void publish()}>{t`Publish without images`}</Button>
      </div>
    </div>
  )
}
