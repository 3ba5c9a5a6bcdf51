import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { EditVideo as Changes, Video } from "#contract/videos.ts"
import { videoTexts } from "#contract/videoText.ts"
import { placeErrors, useZodForm } from "../../account/form.ts"
import { ApiError, ask, explain } from "../../api/client.ts"
import { Button } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { ErrorState, Skeleton } from "../../ui/states.tsx"
import { toast } from "../../ui/toast.tsx"
import { refresh } from "../table/useRows.ts"
import { Fields } from "./Fields.tsx"
import { changesOf, formOf, type VideoInput, type VideoValues, valuesOf } from "./form.ts"
import { Thumbnail } from "./ThumbnailStep.tsx"

interface Opened {
  video: Video
  /** What If-Match says. */
  tag: string
}

async function open(id: number): Promise<Opened> {
  const { data, response } = await ask<Video>(`GET /videos/${id}`, {})
  return { video: data, tag: response.headers.get("etag") ?? "*" }
}

export function EditVideo({ id, onClose }: { id: number | null; onClose(): void }) {
  return (
    <Dialog open={id !== null} onClose={onClose} title="Edit video" className="w-[min(48rem,calc(100vw-2rem))]!">
      {id !== null && <Loaded key={id} id={id} onClose={onClose} />}
    </Dialog>
  )
}

function Loaded({ id, onClose }: { id: number; onClose(): void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["admin", "video", id],
    queryFn: () => open(id),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data) return <Form opened={data} onClose={onClose} />
  if (error) return <ErrorState title={videoTexts.oneFailed} detail={explain(error)} retry={() => void refetch()} />
  return <Skeleton className="h-96 w-full" />
}

/** What another admin changes meanwhile is told; what was typed stays, and only that is saved. */
function Form({ opened, onClose }: { opened: Opened; onClose(): void }) {
  const [base, setBase] = useState(opened)
  const [failure, setFailure] = useState<{ title: string; because: string }>()
  const form = useZodForm<VideoValues, VideoInput>(formOf(opened.video), valuesOf(opened.video))
  const { video } = base

  const save = async (changes: Changes) => {
    setFailure(undefined)
    try {
      const { data, response } = await ask<Video>(`PUT /videos/${video.id}`, {
        body: changes,
        headers: { "if-match": base.tag },
      })
      setBase({ video: data, tag: response.headers.get("etag") ?? "*" })
      refresh("videos")
      toast("The video was saved.", { kind: "success" })
      return true
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) {
        const theirs = await open(video.id).catch(() => null)
        if (theirs) setBase(theirs)
        setFailure({ title: "Somebody else has changed this video.", because: meanwhile(video, theirs?.video) })
      } else if (!placeErrors(form, error)) setFailure({ title: "The video was not saved.", because: explain(error) })
      return false
    }
  }
  const submit = form.handleSubmit(async (values) => {
    const changes = changesOf(opened.video, values)
    if (Object.keys(changes).length === 0) return onClose()
    if (await save(changes)) onClose()
  })
  const sendCaptions = async (file: File | undefined) => {
    if (file) await save({ captions: await file.text() })
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {failure && (
        <Notice kind="danger" title={failure.title}>
          {failure.because}
        </Notice>
      )}
      {video.is_published === false && (
        <Notice kind="warn" title="It is not shown.">
          <p>Somebody had pointed at it, and it was taken from the film room.</p>
          <Button look="outline" className="mt-3" onClick={() => void save({ is_published: true })}>
            Show it again
          </Button>
        </Notice>
      )}
      <Fields form={form} held={{ id: video.doll_id, name: video.model_name }} />
      <Thumbnail video={video} onChange={(changed) => void open(changed.id).then(setBase, () => undefined)} />
      <div className="flex flex-wrap items-center gap-3 text-ui">
        <label className="grid gap-1">
          <span className="font-medium">Captions</span>
          <input
            type="file"
            accept=".vtt,text/vtt"
            className="text-meta file:mr-3 file:min-h-11 file:rounded-card file:border file:border-line-strong file:bg-surface file:px-4 file:text-ui"
            onChange={(event) => void sendCaptions(event.target.files?.[0])}
          />
        </label>
        <p className="text-ink-3 text-meta">{video.captions_url ? "It has captions." : "WebVTT. It has none yet."}</p>
        {video.captions_url && (
          <Button look="quiet" onClick={() => void save({ captions: "" })}>
            Remove captions
          </Button>
        )}
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={form.formState.isSubmitting}>
          Save changes
        </Button>
      </div>
    </form>
  )
}

const names: [keyof Video, string][] = [
  ["title", "the title"],
  ["description", "the description"],
  ["model_name", "the model"],
  ["category", "the category"],
  ["tags", "the tags"],
  ["release_date", "the release date"],
  ["is_featured", "whether it is featured"],
  ["is_published", "whether it is shown"],
  ["thumbnail_url", "the thumbnail"],
]

function meanwhile(before: Video, now: Video | undefined): string {
  if (!now) return "What you have typed is still here. Please try again."
  const changed = names.filter(([name]) => JSON.stringify(before[name]) !== JSON.stringify(now[name]))
  const said = changed.map(([name, label]) =>
    name === "title" || name === "model_name" ? `${label} (now “${now[name]}”)` : label,
  )
  const what = said.length > 0 ? `They changed ${said.join(", ")}.` : "They changed something else about it."
  return `${what} What you have typed is still here; saving again keeps theirs where you have changed nothing.`
}
