import { useEffect, useRef, useState } from "react"
import type { EditDoll, Image } from "#contract/catalog.ts"
import { modelAdminTexts } from "#contract/panelText.ts"
import { t } from "#contract/t.ts"
import { RowMenu } from "../../backoffice/table/RowMenu.tsx"
import { refresh } from "../../backoffice/table/useRows.ts"
import { ApiError, ask, explain } from "../../platform/api/client.ts"
import { type Draft, draftOf, writeInto } from "../../platform/forms/drafts.ts"
import { placeErrors, useZodForm } from "../../platform/forms/form.ts"
import { UnsavedChanges } from "../../platform/forms/UnsavedChanges.tsx"
import { Link, useNavigate } from "../../platform/router.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Back } from "../../platform/ui/Back.tsx"
import { Button, ButtonLink } from "../../platform/ui/Button.tsx"
import { dateTimeOf } from "../../platform/ui/format.ts"
import { Archive as Box, ExternalLink } from "../../platform/ui/icons.ts"
import { Picture } from "../../platform/ui/Picture.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { useNarrow } from "../../platform/ui/useNarrow.ts"
import { hasToken } from "../parts/needToken.ts"
import { SaveBar } from "../parts/SaveBar.tsx"
import { ApproveAlone } from "./ApproveAlone.tsx"
import { Archive } from "./Archive.tsx"
import { AssignedModerator } from "./AssignedModerator.tsx"
import { DollFields } from "./DollFields.tsx"
import { duplicate } from "./duplicate.ts"
import { EditConflict } from "./EditConflict.tsx"
import { changedMeanwhile, type DollInput, type DollValues, dollForm, isIncomplete, typedOf, valuesOf } from "./form.ts"
import { Images } from "./Images.tsx"
import { type Opened, open, tagIn } from "./opened.ts"
import { DraftNotice, Unpublish } from "./Publishing.tsx"
import { restore } from "./restore.ts"
import { saver } from "./save.ts"
import { Translations } from "./Translations.tsx"

/** Edits a model. If another admin has changed it meanwhile, the form shows the conflict and keeps its input. */
export function EditForm({ opened }: { opened: Opened }) {
  const navigate = useNavigate()
  const [theirs, setTheirs] = useState<Opened>()
  const { base, setBase, approve, publish, followPictures, followArchive, bringBack } = useModel(opened, setTheirs)
  const [send] = useState(saver)
  const [failure, setFailure] = useState<string>()
  const [archiving, setArchiving] = useState(false)
  const form = useZodForm<DollValues, DollInput>(dollForm(opened.doll), valuesOf(opened.doll))
  const saving = useRef<HTMLDivElement>(null)
  const gone = useRef(false)
  const { isSubmitting, isDirty } = form.formState

  const save = async (values: DollInput, from: Opened) => {
    setFailure(undefined)
    if (!hasToken()) return
    try {
      const done = await send(from, values)
      if (!done) return void toast(t`No changes to save`)
      if ("theirs" in done) return setTheirs(done.theirs)
      setBase(done.saved)
      setTheirs(undefined)
      form.reset(valuesOf(done.saved.doll))
      refresh("models")
      toast(modelAdminTexts.updated, { key: "save", kind: "success" })
    } catch (error) {
      toast(modelAdminTexts.updateFailed, { description: explain(error), key: "save", kind: "error" })
      if (await followArchive(error)) return
      if (!placeErrors(form, error)) setFailure(explain(error))
    }
  }
  const submit = form.handleSubmit(
    (values) => save(values, base),
    (errors) => {
      setFailure(undefined)
      if (isIncomplete(errors))
        toast(modelAdminTexts.missingTitle, { description: modelAdminTexts.missing, key: "save", kind: "error" })
    },
  )
  /** Takes over the other admin's values of these fields. Fields edited here keep theirs. */
  const goOn = (take: (keyof DollValues)[]) => {
    for (const name of take) form.setValue(name, typedOf(theirs!.doll, name), { shouldDirty: true })
    setBase(theirs!)
    setTheirs(undefined)
    saving.current?.focus()
  }
  const draft: Draft = {
    ...draftOf(form, `model-${opened.doll.id}`),
    saved: () => ({ ...valuesOf(base.doll) }),
    version: base.tag,
    showsClash: true,
    restore: (typed, clash) => {
      writeInto(form, typed)
      if (!clash) return
      setBase({ doll: { ...opened.doll, ...clash.saved }, tag: String(clash.version) })
      setTheirs(opened)
    },
    discard: () => {
      const now = theirs ?? base
      setBase(now)
      setTheirs(undefined)
      form.reset(valuesOf(now.doll))
    },
  }
  const archivedAt = base.doll.archived_at
  const wasArchived = useRef(archivedAt)
  useEffect(() => {
    if (wasArchived.current && !archivedAt && isDirty) saving.current?.focus()
    wasArchived.current = archivedAt
  }, [archivedAt, isDirty])

  return (
    <>
      <EditHeading
        doll={base.doll}
        onRestore={() => void bringBack()}
        onArchive={() => setArchiving(true)}
        onPublish={publish}
      />
      {archivedAt && (
        <Archived id={base.doll.id} at={archivedAt} isDirty={isDirty} onRestore={() => void bringBack()} />
      )}
      <Notices doll={base.doll} onApprove={approve} onPublish={publish} />
      <div className="grid gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]">
        <form onSubmit={submit} noValidate className="min-w-0 max-w-3xl">
          <UnsavedChanges isDirty={() => isDirty && !gone.current} draft={draft} className="mb-6" />
          {theirs && (
            <EditConflict
              fields={changedMeanwhile(base.doll, theirs.doll)}
              theirs={theirs.doll}
              mine={form.getValues()}
              before={base.doll}
              onGoOn={goOn}
            />
          )}
          {failure && (
            <Alert kind="danger" title={modelAdminTexts.updateFailed} className="mb-6">
              {failure}
            </Alert>
          )}
          <fieldset disabled={Boolean(archivedAt)} className="min-w-0">
            <DollFields form={form} known={base.doll} />
          </fieldset>
          {!archivedAt && <SaveBar ref={saving} busy={isSubmitting} isDirty={isDirty}>{t`Save changes`}</SaveBar>}
        </form>
        <Pictures doll={base.doll} onChange={(images) => void followPictures(images)} />
      </div>
      <Archive
        dolls={archiving ? [base.doll] : []}
        onClose={() => setArchiving(false)}
        onDone={() => {
          gone.current = true
          void navigate("/admin?tab=models")
        }}
      />
    </>
  )
}

/** The model as last read, and the actions that change it apart from saving. */
function useModel(opened: Opened, setTheirs: (theirs: Opened | undefined) => void) {
  const [base, setBase] = useState(opened)
  const approve = async (reason?: string) => {
    try {
      const { data, response } = await ask(`POST /dolls/${base.doll.id}/approve`, {
        body: reason ? { reason } : undefined,
        headers: { "if-match": base.tag },
      })
      setBase({ doll: data, tag: tagIn(response) })
      refresh("models")
      toast(t`${data.name} is now in the shop`, { key: "approve", kind: "success" })
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) {
        setTheirs(await open(base.doll.id).catch(() => undefined))
        await refresh("images")
      }
      toast(modelAdminTexts.updateFailed, { description: explain(error), key: "approve", kind: "error" })
      await followArchive(error)
    }
  }

  /** Publishes, schedules or unpublishes the model. The form keeps its input. */
  const publish = async (fields: Pick<EditDoll, "draft" | "publish_at">, said: string) => {
    if (!hasToken()) return
    try {
      const { data, response } = await ask(`PATCH /dolls/${base.doll.id}`, {
        body: fields,
        headers: { "if-match": base.tag },
      })
      setBase({ doll: data, tag: tagIn(response) })
      refresh("models")
      toast(said, { key: "publish", kind: "success" })
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) {
        setTheirs(await open(base.doll.id).catch(() => undefined))
      }
      toast(modelAdminTexts.updateFailed, { description: explain(error), key: "publish", kind: "error" })
      await followArchive(error)
      throw error
    }
  }

  /** Returns whether a call failed because somebody archived the model, which is then shown as archived. */
  const followArchive = async (error: unknown): Promise<boolean> => {
    if (!(error instanceof ApiError && error.code === "ARCHIVED")) return false
    const now = await open(base.doll.id).catch(() => undefined)
    if (!now?.doll.archived_at) return false
    const { archived_at } = now.doll
    // The tag stays the same, so that changes from before the archiving are shown once the model is restored.
    setBase((known) => ({ ...known, doll: { ...known.doll, archived_at } }))
    setTheirs(undefined)
    refresh("models")
    return true
  }

  /** Pictures are saved separately. The tag and the state of approval follow the pictures that are displayed. */
  const followPictures = async (images: Image[]) => {
    if (JSON.stringify(images) === JSON.stringify(base.doll.images)) return
    const now = await open(base.doll.id).catch(() => undefined)
    if (now) setBase((known) => (changedMeanwhile(known.doll, now.doll).length === 0 ? now : known))
  }

  const bringBack = async () => {
    if (!(await restore([base.doll]))) return
    const now = await open(base.doll.id).catch(() => undefined)
    if (!now) return
    if (changedMeanwhile(base.doll, now.doll).length === 0) return setBase(now)
    setBase((known) => ({ ...known, doll: { ...known.doll, archived_at: null } }))
    setTheirs(now)
  }
  return { base, setBase, approve, publish, followPictures, followArchive, bringBack }
}

type Publish = ReturnType<typeof useModel>["publish"]

interface EditHeadingProps {
  doll: Opened["doll"]
  onPublish: Publish
  onRestore(): void
  onArchive(): void
}

function EditHeading({ doll, onRestore, onArchive, onPublish }: EditHeadingProps) {
  const navigate = useNavigate()
  const isNarrow = useNarrow()
  const [unpublishing, setUnpublishing] = useState(false)
  const copy = async () => {
    const made = await duplicate(doll)
    if (made) void navigate(`/admin/model/edit/${made.id}`)
  }
  const isPublished = !doll.archived_at && !doll.draft
  return (
    <>
      <Back to={doll.archived_at ? "/admin?tab=models&archived=1" : "/admin?tab=models"}>{t`All models`}</Back>
      <div className="mb-6 flex items-center justify-between gap-x-6 gap-y-3 max-md:mb-4 md:flex-wrap">
        <h1 tabIndex={-1} className="min-w-0 font-display text-h2">
          {doll.name}
        </h1>
        {isNarrow && !doll.archived_at ? (
          <RowMenu
            of={doll.name}
            actions={[
              ...(isPublished
                ? [
                    { label: t`View in shop`, to: `/model/${doll.id}` } as const,
                    { label: t`Unpublish`, run: () => setUnpublishing(true) },
                  ]
                : []),
              { label: t`Duplicate`, run: () => void copy() },
              { label: t`Archive`, danger: true, run: onArchive },
            ]}
          />
        ) : (
          <div className="flex flex-wrap gap-2">
            {isPublished && (
              <>
                <Link to={`/model/${doll.id}`} className="link inline-flex min-h-11 items-center gap-2 px-2 text-ui">
                  <ExternalLink aria-hidden size={16} />
                  {t`View in shop`}
                </Link>
                <Button variant="outline" onClick={() => setUnpublishing(true)}>{t`Unpublish`}</Button>
              </>
            )}
            <Button variant="outline" onClick={() => void copy()}>{t`Duplicate`}</Button>
            {doll.archived_at ? (
              <Button onClick={onRestore}>
                <Box aria-hidden size={16} />
                {t`Restore`}
              </Button>
            ) : (
              <Button variant="danger" onClick={onArchive}>
                <Box aria-hidden size={16} />
                {t`Archive`}
              </Button>
            )}
          </div>
        )}
      </div>
      <Unpublish doll={doll} open={unpublishing} onClose={() => setUnpublishing(false)} onPublish={onPublish} />
    </>
  )
}

interface ArchivedProps {
  id: number
  at: string
  /** True if somebody archived the model while it had unsaved changes here. */
  isDirty: boolean
  onRestore(): void
}

function Archived({ id, at, isDirty, onRestore }: ArchivedProps) {
  const box = useRef<HTMLDivElement>(null)
  const wasDirty = useRef(isDirty)
  // The save button is at the end of the form, so focus moves up here.
  useEffect(() => {
    if (wasDirty.current) box.current?.focus()
  }, [])
  return (
    <div ref={box} tabIndex={-1} className="mb-6 scroll-mt-4">
      <Alert kind="warn" title={t`This model was archived on ${dateTimeOf(at)}`}>
        {isDirty ? (
          <>
            <p>
              <Trans>Your changes haven't been saved, but they're still here. Restore the model to save them.</Trans>
            </p>
            <Button variant="outline" className="mt-3" onClick={onRestore}>{t`Restore and keep editing`}</Button>
          </>
        ) : (
          <>
            <p>{t`It isn't visible in the shop. Restore it to edit it.`}</p>
            <ButtonLink
              to={`/admin?tab=redirects&new=1&from=/model/${id}`}
              variant="outline"
              className="mt-3"
            >{t`Redirect its address`}</ButtonLink>
          </>
        )}
      </Alert>
    </div>
  )
}

interface NoticesProps {
  doll: Opened["doll"]
  onApprove(reason?: string): Promise<void>
  onPublish: Publish
}

function Notices({ doll, onApprove, onPublish }: NoticesProps) {
  return (
    <>
      {doll.draft && !doll.archived_at && <DraftNotice doll={doll} onPublish={onPublish} />}
      {doll.needs_approval && !doll.archived_at && (
        <Alert kind="warn" title={t`This model needs approval from another admin`} className="mb-6">
          <p>
            <Trans>
              It is or was under 140 cm, has no height, or was removed after a report. Approval must come from an admin
              who hasn't created or edited it.
            </Trans>
          </p>
          {doll.may_approve && (
            <Button variant="outline" className="mt-3" onClick={() => void onApprove()}>{t`Approve`}</Button>
          )}
          {doll.may_approve_alone && <ApproveAlone name={doll.name} onApprove={onApprove} />}
        </Alert>
      )}
    </>
  )
}

function Pictures({ doll, onChange }: { doll: Opened["doll"]; onChange(images: Image[]): void }) {
  return (
    <div className="min-w-0">
      <section aria-labelledby="pictures">
        <h2 id="pictures" className="placard pt-3 pb-4 font-display text-h3">{t`Images`}</h2>
        {doll.archived_at ? (
          <ul className="grid grid-cols-3 gap-3">
            {doll.images.map((image) => (
              <li key={image.id}>
                <Picture image={image} alt={image.caption ?? ""} sizes="160px" className="aspect-4/5 object-cover" />
              </li>
            ))}
          </ul>
        ) : (
          <Images dollId={doll.id} name={doll.name} onChange={onChange} />
        )}
      </section>
      {!doll.archived_at && <Translations doll={doll} />}
      {!doll.archived_at && <AssignedModerator dollId={doll.id} />}
    </div>
  )
}
