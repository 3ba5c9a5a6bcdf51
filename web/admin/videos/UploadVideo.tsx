import { useEffect, useRef, useState } from "react"
import type { Video } from "#contract/videos.ts"
import { mostVideoBytes, videoDeskTexts } from "#contract/videoText.ts"
import { placeErrors, useZodForm } from "../../account/form.ts"
import { ApiError } from "../../api/client.ts"
import { upload } from "../../api/upload.ts"
import { Button } from "../../ui/Button.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { toast } from "../../ui/toast.tsx"
import { DropZone } from "../parts/DropZone.tsx"
import { hasToken } from "../parts/needToken.ts"
import { Progress } from "../parts/Progress.tsx"
import { refresh } from "../table/useRows.ts"
import { Fields } from "./Fields.tsx"
import { emptyVideo, type VideoInput, type VideoValues, videoForm } from "./form.ts"
import { ThumbnailStep } from "./ThumbnailStep.tsx"
import { frameOf, sendThumbnail } from "./thumbnail.ts"

type Step = { is: "initial" } | { is: "uploading"; name: string; share: number } | { is: "thumbnail"; video: Video }

interface Fault {
  title?: string
  text: string
}

/** First the film with its fields, then, if somebody wants, a thumbnail; then the form is empty again. */
export function UploadVideo({ onClose }: { onClose(): void }) {
  const [step, setStep] = useState<Step>({ is: "initial" })
  const [film, setFilm] = useState<File>()
  const [fault, setFault] = useState<Fault>()
  const stop = useRef<AbortController>(undefined)
  const form = useZodForm<VideoValues, VideoInput>(videoForm, emptyVideo, "onSubmit")
  useEffect(() => () => stop.current?.abort(), [])

  function choose([file]: File[]) {
    setFault(undefined)
    if (!file) return
    if (!file.type.startsWith("video/")) {
      setFault({ text: videoDeskTexts.notAVideo })
    } else if (file.size > mostVideoBytes) {
      setFault({ title: videoDeskTexts.tooLargeTitle, text: videoDeskTexts.tooLarge })
    } else setFilm(file)
  }

  const submit = form.handleSubmit(async (values) => {
    if (!film) return setFault({ text: videoDeskTexts.notAVideo })
    if (!hasToken()) return
    stop.current = new AbortController()
    const { signal } = stop.current
    const name = film.name
    setStep({ is: "uploading", name, share: 0 })
    try {
      const video = await upload<Video>("POST /videos/upload", bodyOf(values, film), {
        // What is sent fills nine tenths; the rest is the server's, which reads and stores it.
        progress: (share) => setStep({ is: "uploading", name, share: share * 0.9 }),
        signal,
      })
      setStep({ is: "uploading", name, share: 1 })
      const drawn = video.thumbnail ? video : await draw(video, film)
      refresh("videos")
      setStep({ is: "thumbnail", video: drawn })
    } catch (error) {
      setStep({ is: "initial" })
      if ((error as DOMException).name === "AbortError") return toast("The upload was cancelled.")
      const detail = error instanceof ApiError ? error.detail : null
      if (!placeErrors(form, error)) {
        setFault({ title: videoDeskTexts.uploadFailed, text: detail ?? videoDeskTexts.cancelled })
      }
    }
  })

  function again() {
    form.reset(emptyVideo)
    setFilm(undefined)
    setFault(undefined)
    setStep({ is: "initial" })
  }

  if (step.is === "thumbnail") return <ThumbnailStep video={step.video} onDone={again} onClose={onClose} />
  const isSending = step.is === "uploading"
  return (
    <form onSubmit={submit} noValidate aria-label="Upload a video" className="mb-10 grid max-w-3xl gap-5">
      <DropZone
        label={film ? "Choose another video" : "Choose a video"}
        hint={
          film
            ? `${film.name}, ${megabytes(film.size)} MB`
            : "Drop it here, or choose it. MP4, WebM or Ogg, up to 300MB."
        }
        accept="video/*"
        disabled={isSending}
        onFiles={choose}
      />
      {fault && (
        <Notice kind="danger" title={fault.title}>
          {fault.text}
        </Notice>
      )}
      <Fields form={form} disabled={isSending} />
      {isSending && <Progress name={step.name} share={step.share} onCancel={() => stop.current?.abort()} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isSending}>
          Upload video
        </Button>
        <Button look="quiet" disabled={isSending} onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  )
}

/** The server had no ffmpeg: the browser draws the thumbnail, if it can play the film; if not, there is none yet. */
async function draw(video: Video, film: File): Promise<Video> {
  const picture = await frameOf(film)
  return picture ? sendThumbnail(video.id, picture).catch(() => video) : video
}

/** Fields before the file, so that a server may refuse them before it has read the rest. */
function bodyOf(values: VideoInput, film: File): FormData {
  const form = new FormData()
  form.append("title", values.title)
  form.append("description", values.description)
  form.append("doll_id", values.doll_id)
  form.append("is_featured", String(values.is_featured))
  form.append("release_date", values.release_date ?? "")
  form.append("category", values.category)
  form.append("tags", values.tags.join(","))
  form.append("file", film, film.name)
  return form
}

const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1)
