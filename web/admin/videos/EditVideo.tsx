import { useRef, useState } from "react"
import { t } from "#contract/t.ts"
import type { EditVideo as Changes, Video } from "#contract/videos.ts"
import { videoTexts } from "#contract/videoText.ts"
import { Loaded, useOpened } from "../../backoffice/staff-ui/Loaded.tsx"
import { refresh } from "../../backoffice/table/useRows.ts"
import { ApiError, ask, explain } from "../../platform/api/client.ts"
import { DialogButtons } from "../../platform/forms/DialogButtons.tsx"
import { draftOf } from "../../platform/forms/drafts.ts"
import { placeErrors, useZodForm } from "../../platform/forms/form.ts"
import { UnsavedChanges } from "../../platform/forms/UnsavedChanges.tsx"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { Fields } from "./Fields.tsx"
import { changesOf, formOf, type VideoInput, type VideoValues, valuesOf } from "./form.ts"
import { Thumbnail } from "./ThumbnailStep.tsx"

interface Opened {
  video: Video
  /** The ETag, which `If-Match` sends back. */
  tag: string
}

async function open(id: number): Promise<Opened> {
  const { data, response } = await ask(`GET /videos/${id}`, {})
  return { video: data, tag: response.headers.get("etag") ?? "*" }
}

export function EditVideo({ id, onClose }: { id: number | null; onClose(): void }) {
  return (
    <Dialog open={id !== null} onClose={onClose} title={t`Edit video`} className="w-[min(48rem,calc(100vw-2rem))]!">
      {id !== null && <Known key={id} id={id} onClose={onClose} />}
    </Dialog>
  )
}

function Known({ id, onClose }: { id: number; onClose(): void }) {
  const query = useOpened(["admin", "video", id], () => open(id))
  return (
    <Loaded query={query} failed={videoTexts.oneFailed}>
      {(opened) => <Form opened={opened} onClose={onClose} />}
    </Loaded>
  )
}

/** If another admin has changed the video meanwhile, the conflict is shown. Only edited fields are saved. */
function Form({ opened, onClose }: { opened: Opened; onClose(): void }) {
  const [base, setBase] = useState(opened)
  // Saving closes the dialog by going back in the history.
  const isSaved = useRef(false)
  const [captionsAre, setCaptionsAre] = useState<keyof typeof captionStates>()
  const [failure, setFailure] = useState<{ title: string; because: string }>()
  const form = useZodForm<VideoValues, VideoInput>(formOf(opened.video), valuesOf(opened.video))
  const { video } = base
  const { isDirty, isSubmitting } = form.formState

  const save = async (changes: Changes) => {
    setFailure(undefined)
    try {
      const { data, response } = await ask(`PUT /videos/${video.id}`, {
        body: changes,
        headers: { "if-match": base.tag },
      })
      setBase({ video: data, tag: response.headers.get("etag") ?? "*" })
      refresh("videos")
      toast(t`Video saved`, { kind: "success" })
      return true
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) {
        const theirs = await open(video.id).catch(() => null)
        if (theirs) setBase(theirs)
        setFailure({ title: t`Someone else has changed this video.`, because: describeChanges(video, theirs?.video) })
      } else if (!placeErrors(form, error)) setFailure({ title: t`Failed to save video`, because: explain(error) })
      return false
    }
  }
  const approve = async () => {
    setFailure(undefined)
    try {
      const { data, response } = await ask(`POST /videos/${video.id}/approve`, {
        headers: { "if-match": base.tag },
      })
      setBase({ video: data, tag: response.headers.get("etag") ?? "*" })
      refresh("videos")
      toast(t`Video approved`, { kind: "success" })
    } catch (error) {
      setFailure({ title: t`Failed to approve video`, because: explain(error) })
    }
  }
  const submit = form.handleSubmit(
    async (values) => {
      const changes = changesOf(opened.video, values)
      if (Object.keys(changes).length === 0) return onClose()
      isSaved.current = await save(changes)
      if (isSaved.current) onClose()
    },
    () => setFailure(undefined),
  )
  const setCaptions = async (captions: string) => {
    setCaptionsAre("saving")
    setCaptionsAre((await save({ captions })) ? (captions === "" ? "removed" : "saved") : undefined)
  }
  const sendCaptions = async (file: File | undefined) => {
    if (file) await setCaptions(await file.text())
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <UnsavedChanges
        isDirty={() => isDirty && !isSubmitting && !isSaved.current}
        draft={draftOf(form, `video-${video.id}`)}
      />
      {failure && (
        <Alert kind="danger" title={failure.title}>
          {failure.because}
        </Alert>
      )}
      {video.needs_approval && (
        <Alert kind="warn" title={t`This video needs approval from another admin`}>
          <p>
            <Trans>It was removed after a report. Admins who uploaded or edited it can't approve it.</Trans>
          </p>
          <Button variant="outline" className="mt-3" onClick={() => void approve()}>{t`Approve`}</Button>
        </Alert>
      )}
      {video.is_published === false && (
        <Alert kind="warn" title={t`This video is hidden`}>
          <Button variant="outline" className="mt-3" onClick={() => void save({ is_published: true })}>
            {t` Show video `}
          </Button>
        </Alert>
      )}
      <Fields form={form} held={{ id: video.doll_id, name: video.model_name }} />
      <Thumbnail video={video} onChange={(changed) => void open(changed.id).then(setBase, () => undefined)} />
      <div className="flex flex-wrap items-center gap-3 text-ui">
        <label className="grid gap-1">
          <span className="font-medium">{t`Captions (WebVTT, saved as soon as you choose a file)`}</span>
          <input
            type="file"
            accept=".vtt,text/vtt"
            className="text-meta file:me-3 file:min-h-11 file:border file:px-4"
            onChange={(event) => void sendCaptions(event.target.files?.[0])}
          />
        </label>
        <p role="status" className="text-ink-3 text-meta">
          {captionsAre
            ? captionStates[captionsAre]
            : video.captions_url
              ? t`This video has captions.`
              : t`No captions yet.`}
        </p>
        {video.captions_url && (
          <Button variant="quiet" onClick={() => void setCaptions("")}>{t`Remove captions`}</Button>
        )}
      </div>
      <DialogButtons action={t`Save changes`} busy={isSubmitting} onCancel={onClose} />
    </form>
  )
}

const captionStates = {
  saving: t`Saving captions…`,
  saved: t`Captions saved`,
  removed: t`Captions removed`,
}

const names: [keyof Video, string][] = [
  ["title", t`the title`],
  ["description", t`the description`],
  ["model_name", t`the model`],
  ["category", t`the category`],
  ["tags", t`the tags`],
  ["release_date", t`the release date`],
  ["is_featured", t`the featured setting`],
  ["is_published", t`the visibility`],
  ["thumbnail_url", t`the thumbnail`],
]

function describeChanges(before: Video, now: Video | undefined): string {
  if (!now) return t`Your changes are still here. Please try again.`
  const changed = names.filter(([name]) => JSON.stringify(before[name]) !== JSON.stringify(now[name]))
  const labels = changed.map(([name, label]) =>
    name === "title" || name === "model_name" ? t`${label} (now “${now[name]}”)` : label,
  )
  const what = labels.length > 0 ? t`They changed ${labels.join(", ")}.` : t`They changed something else.`
  return t`${what} Your changes are still here. If you save again, fields you haven't edited keep their changes.`
}
