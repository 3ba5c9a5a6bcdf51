import { useEffect, useRef, useState } from "react"
import type { Doll, Image } from "#contract/catalog.ts"
import { modelDeskTexts } from "#contract/panelText.ts"
import { placeErrors, useZodForm } from "../../account/form.ts"
import { call, explain } from "../../api/client.ts"
import { Button } from "../../ui/Button.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { toast } from "../../ui/toast.tsx"
import { hasToken } from "../parts/needToken.ts"
import { refresh } from "../table/useRows.ts"
import { DollFields } from "./DollFields.tsx"
import { dollForm, emptyDoll } from "./form.ts"
import { Images } from "./Images.tsx"

const schema = dollForm(null)

/** A new model: its details, then its pictures; the button at the end makes room for the next one. */
export function AddModel({ onClose }: { onClose(): void }) {
  const [doll, setDoll] = useState<Doll>()
  return (
    <section aria-labelledby="add-model" className="mb-10 border-line border-b pb-10">
      <div className="mb-5 flex max-w-3xl flex-wrap items-baseline justify-between gap-3">
        <h2 id="add-model" className="font-display text-h3">
          {doll ? `Step 2 of 2: pictures of ${doll.name}` : "Step 1 of 2: details"}
        </h2>
        {!doll && <p className="text-ink-3 text-meta">* Required</p>}
      </div>
      {doll ? (
        <PictureStep doll={doll} onDone={() => setDoll(undefined)} />
      ) : (
        <DetailStep onSaved={setDoll} onClose={onClose} />
      )}
    </section>
  )
}

function DetailStep({ onSaved, onClose }: { onSaved(doll: Doll): void; onClose(): void }) {
  // Nothing is said of a field that was only passed: what stands below would move away from under a click.
  const form = useZodForm(schema, emptyDoll, "onSubmit")
  const [failure, setFailure] = useState<string>()
  const { isSubmitting } = form.formState
  const submit = form.handleSubmit(
    async (values) => {
      setFailure(undefined)
      if (!hasToken()) return
      try {
        const doll = await call<Doll>("POST /dolls/create/", { body: values })
        toast(modelDeskTexts.created, { kind: "success" })
        refresh("models")
        onSaved(doll)
      } catch (error) {
        toast(modelDeskTexts.createFailed, { description: explain(error), kind: "error" })
        if (!placeErrors(form, error)) setFailure(explain(error))
      }
    },
    (errors) => {
      if (Object.values(errors).some((one) => "message" in one && one.message === modelDeskTexts.missing)) {
        toast(modelDeskTexts.missingTitle, { description: modelDeskTexts.missing, kind: "error" })
      }
    },
  )
  useEffect(() => form.setFocus("name"), [form])
  return (
    <form onSubmit={submit} noValidate className="max-w-3xl">
      {failure && (
        <Notice kind="danger" title={modelDeskTexts.saveFailed} className="mb-6">
          {failure}
        </Notice>
      )}
      <DollFields form={form} />
      <div className="mt-8 flex flex-wrap gap-3">
        <Button type="submit" busy={isSubmitting}>
          Save and go on to the pictures
        </Button>
        <Button look="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  )
}

function PictureStep({ doll, onDone }: { doll: Doll; onDone(): void }) {
  const [images, setImages] = useState<Image[]>([])
  const [asked, setAsked] = useState(false)
  const head = useRef<HTMLParagraphElement>(null)
  useEffect(() => head.current?.focus(), [])
  const finish = () => {
    if (!images.some((image) => image.is_primary)) return setAsked(true)
    refresh("models")
    onDone()
  }
  return (
    <div className="max-w-4xl">
      <p ref={head} tabIndex={-1} className="mb-5 text-ink-2 text-ui">
        The details are saved. The primary picture stands on the card; the others follow on the model's page.
      </p>
      <Images dollId={doll.id} name={doll.name} isNew onChange={setImages} />
      {asked && !images.some((image) => image.is_primary) && (
        <Notice kind="danger" className="mt-5">
          Please upload a primary image first.
        </Notice>
      )}
      <div className="mt-8 flex flex-wrap gap-3">
        <Button onClick={finish}>Add Model</Button>
        <Button look="quiet" onClick={onDone}>
          Go on without pictures
        </Button>
      </div>
    </div>
  )
}
