import { ArrowLeft, Archive as Box, ExternalLink } from "lucide-react"
import { useRef, useState } from "react"
import { Link, useNavigate } from "react-router"
import type { Doll } from "#contract/catalog.ts"
import { modelDeskTexts } from "#contract/panelText.ts"
import { placeErrors, useZodForm } from "../../account/form.ts"
import { ApiError, ask, explain } from "../../api/client.ts"
import { Button } from "../../ui/Button.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { toast } from "../../ui/toast.tsx"
import { hasToken } from "../parts/needToken.ts"
import { refresh } from "../table/useRows.ts"
import { Archive } from "./Archive.tsx"
import { Care } from "./Care.tsx"
import { DollFields } from "./DollFields.tsx"
import { changedMeanwhile, changesOf, type DollInput, type DollValues, dollForm, typedOf, valuesOf } from "./form.ts"
import { Images } from "./Images.tsx"
import { Meanwhile } from "./Meanwhile.tsx"
import { type Opened, open, tagIn } from "./opened.ts"
import { Unsaved } from "./Unsaved.tsx"

/** The model as it is, to be changed. What another admin changes meanwhile is told, and nothing that was typed is lost. */
export function EditForm({ opened }: { opened: Opened }) {
  const navigate = useNavigate()
  const [base, setBase] = useState(opened)
  const [theirs, setTheirs] = useState<Opened>()
  const [failure, setFailure] = useState<string>()
  const [archiving, setArchiving] = useState(false)
  const form = useZodForm<DollValues, DollInput>(dollForm(opened.doll), valuesOf(opened.doll))
  const saving = useRef<HTMLDivElement>(null)
  const gone = useRef(false)
  const { isSubmitting, isDirty } = form.formState

  const save = async (values: DollInput, from: Opened) => {
    setFailure(undefined)
    if (!hasToken()) return
    const changed = changesOf(from.doll, values)
    if (Object.keys(changed).length === 0) return void toast("Nothing has changed.")
    try {
      const { data, response } = await ask<Doll>(`PATCH /dolls/${from.doll.id}`, {
        body: changed,
        headers: { "if-match": from.tag },
      })
      setBase({ doll: data, tag: tagIn(response) })
      setTheirs(undefined)
      form.reset(valuesOf(data))
      refresh("models")
      toast(modelDeskTexts.updated, { kind: "success" })
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) {
        const now = await open(from.doll.id).catch(() => undefined)
        setTheirs(now)
        if (now) return
      }
      toast(modelDeskTexts.updateFailed, { description: explain(error), kind: "error" })
      if (!placeErrors(form, error)) setFailure(explain(error))
    }
  }
  const submit = form.handleSubmit(
    (values) => save(values, base),
    () => toast(modelDeskTexts.missingTitle, { description: modelDeskTexts.missing, kind: "error" }),
  )
  /** Theirs come into the form, but where something else was typed here. */
  const goOn = (take: (keyof DollValues)[]) => {
    for (const name of take) form.setValue(name, typedOf(theirs!.doll, name), { shouldDirty: true })
    setBase(theirs!)
    setTheirs(undefined)
    saving.current?.focus()
  }
  const approve = async () => {
    try {
      const { data, response } = await ask<Doll>(`POST /dolls/${base.doll.id}/approve`, {})
      setBase({ doll: data, tag: tagIn(response) })
      refresh("models")
      toast(`${data.name} is in the shop.`, { kind: "success" })
    } catch (error) {
      toast(modelDeskTexts.updateFailed, { description: explain(error), kind: "error" })
    }
  }

  return (
    <>
      <Link to="/admin?tab=models" className="link inline-flex min-h-11 items-center gap-2 text-ui">
        <ArrowLeft aria-hidden size={16} />
        All models
      </Link>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h1 tabIndex={-1} className="min-w-0 font-display text-h2">
          {base.doll.name}
        </h1>
        <div className="flex flex-wrap gap-2">
          <Link to={`/model/${base.doll.id}`} className="link inline-flex min-h-11 items-center gap-2 px-2 text-ui">
            <ExternalLink aria-hidden size={16} />
            In the shop
          </Link>
          <Button look="danger" onClick={() => setArchiving(true)}>
            <Box aria-hidden size={16} />
            Archive
          </Button>
        </div>
      </div>
      {base.doll.needs_approval && (
        <Notice kind="warn" title="This model waits for a second admin." className="mb-6">
          <p>It is under 140 cm. Whoever entered it cannot approve it.</p>
          <Button look="outline" className="mt-3" onClick={() => void approve()}>
            Approve
          </Button>
        </Notice>
      )}
      <div className="grid gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]">
        <form onSubmit={submit} noValidate className="min-w-0 max-w-3xl">
          {theirs && (
            <Meanwhile
              fields={changedMeanwhile(base.doll, theirs.doll)}
              theirs={theirs.doll}
              mine={form.getValues()}
              before={base.doll}
              onGoOn={goOn}
            />
          )}
          {failure && (
            <Notice kind="danger" title={modelDeskTexts.updateFailed} className="mb-6">
              {failure}
            </Notice>
          )}
          <DollFields form={form} known={base.doll} />
          <div
            ref={saving}
            tabIndex={-1}
            className="sticky bottom-0 mt-8 flex flex-wrap items-center gap-3 border-line border-t bg-canvas py-4 outline-none max-md:bottom-16"
          >
            <Button type="submit" busy={isSubmitting}>
              Save changes
            </Button>
            <p role="status" className="text-ink-3 text-meta">
              {isDirty ? "There are changes that are not saved." : ""}
            </p>
          </div>
        </form>
        <div className="min-w-0">
          <section aria-labelledby="pictures">
            <h2 id="pictures" className="placard pt-3 pb-4 font-display text-h3">
              Pictures
            </h2>
            <Images dollId={base.doll.id} name={base.doll.name} />
          </section>
          <Care dollId={base.doll.id} />
        </div>
      </div>
      <Archive
        dolls={archiving ? [base.doll] : []}
        onClose={() => setArchiving(false)}
        onDone={() => {
          gone.current = true
          void navigate("/admin?tab=models")
        }}
      />
      <Unsaved isDirty={() => isDirty && !gone.current} />
    </>
  )
}
