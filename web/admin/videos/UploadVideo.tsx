import { useEffect, useRef, useState } from "react"
import { maxVideo, megabyte } from "#contract/limits.ts"
import { t } from "#contract/t.ts"
import type { Video } from "#contract/videos.ts"
import { videoAdminTexts } from "#contract/videoText.ts"
import { refresh } from "../../backoffice/table/useRows.ts"
import { ApiError } from "../../platform/api/client.ts"
import { upload } from "../../platform/api/upload.ts"
import { draftOf } from "../../platform/forms/drafts.ts"
import { placeErrors, useZodForm } from "../../platform/forms/form.ts"
import { useSendOnce } from "../../platform/forms/sendOnce.ts"
import { UnsavedChanges } from "../../platform/forms/UnsavedChanges.tsx"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { decimal } from "../../platform/ui/format.ts"
import { toast } from "../../platform/ui/toast.tsx"
import { DropZone } from "../parts/DropZone.tsx"
import { hasToken } from "../parts/needToken.ts"
import { Progress } from "../parts/Progress.tsx"
import { Fields } from "./Fields.tsx"
import { emptyVideo, type VideoInput, type VideoValues, videoForm } from "./form.ts"
import { ThumbnailStep } from "./ThumbnailStep.tsx"
import { frameOf, sendThumbnail } from "./thumbnail.ts"

type Step = { is: "initial" } | { is: "uploading"; name: string; share: number } | { is: "thumbnail"; video: Video }

interface Fault {
  title?: string
  text: string
}

/** Uploads a video with its fields, then optionally a thumbnail, and resets. */
export function UploadVideo({ onClose }: { onClose(): void }) {
  const [step, setStep] = useState<Step>({ is: "initial" })
  const [videoFile, setVideoFile] = useState<File>()
  const [fault, setFault] = useState<Fault>()
  const stop = useRef<AbortController>(undefined)
  const once = useSendOnce()
  const form = useZodForm<VideoValues, VideoInput>(videoForm, emptyVideo, "onSubmit")
  const { isDirty } = form.formState
  useEffect(() => () => stop.current?.abort(), [])

  function choose([file]: File[]) {
    setFault(undefined)
    if (!file) return
    if (!file.type.startsWith("video/")) {
      setFault({ text: videoAdminTexts.notAVideo })
    } else if (file.size > maxVideo * megabyte) {
      setFault({ title: videoAdminTexts.tooLargeTitle, text: videoAdminTexts.tooLarge })
    } else setVideoFile(file)
  }

  const submit = form.handleSubmit(async (values) => {
    if (!videoFile) return setFault({ text: videoAdminTexts.notAVideo })
    if (!hasToken()) return
    stop.current = new AbortController()
    const { signal } = stop.current
    const name = videoFile.name
    setStep({ is: "uploading", name, share: 0 })
    try {
      const body = bodyOf(values, videoFile)
      // The upload fills 90 %, the server's processing the rest.
      const progress = (share: number) => setStep({ is: "uploading", name, share: share * 0.9 })
      const video = await once((headers) => upload("POST /videos/upload", body, { headers, progress, signal }))
      setStep({ is: "uploading", name, share: 1 })
      const drawn = video.thumbnail ? video : await draw(video, videoFile)
      refresh("videos")
      form.reset(emptyVideo)
      setStep({ is: "thumbnail", video: drawn })
    } catch (error) {
      refresh("videos")
      setStep({ is: "initial" })
      if ((error as DOMException).name === "AbortError") return toast(t`Upload cancelled`)
      // Without a response, there is no message from the server.
      const detail = error instanceof ApiError && error.status > 0 ? error.detail : null
      if (!placeErrors(form, error)) {
        setFault({ title: videoAdminTexts.uploadFailed, text: detail ?? videoAdminTexts.cancelled })
      }
    }
  })

  function again() {
    form.reset(emptyVideo)
    setVideoFile(undefined)
    setFault(undefined)
    setStep({ is: "initial" })
  }

  if (step.is === "thumbnail") return <ThumbnailStep video={step.video} onDone={again} onClose={onClose} />
  const isSending = step.is === "uploading"
  return (
    <form onSubmit={submit} noValidate aria-label={t`Upload a video`} className="mb-10 grid max-w-3xl gap-5">
      <UnsavedChanges
        isDirty={() => isSending || isDirty || videoFile !== undefined}
        draft={draftOf(form, "video-new")}
      />
      <DropZone
        label={videoFile ? t`Choose another video` : t`Choose a video`}
        hint={
          videoFile
            ? t`${videoFile.name}, ${megabytes(videoFile.size)} MB`
            : t`Drop a file here or choose one. MP4, MOV or WebM, up to ${maxVideo}MB.`
        }
        accept="video/*"
        disabled={isSending}
        onFiles={choose}
      />
      {fault && (
        <Alert kind="danger" title={fault.title}>
          {fault.text}
        </Alert>
      )}
      <Fields form={form} disabled={isSending} />
      {isSending && <Progress name={step.name} share={step.share} onCancel={() => stop.current?.abort()} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isSending}>{t`Upload video`}</Button>
        <Button variant="quiet" disabled={isSending} onClick={onClose}>{t`Close`}</Button>
      </div>
    </form>
  )
}

/** If the server has no ffmpeg, the browser draws the thumbnail, provided that it can play the video. */
async function draw(video: Video, file: File): Promise<Video> {
  const picture = await frameOf(file)
  return picture ? sendThumbnail(video.id, picture).catch(() => video) : video
}

/** The fields precede the file, so that the server can reject them early. */
function bodyOf(values: VideoInput, file: File): FormData {
  const form = new FormData()
  form.append("title", values.title)
  form.append("description", values.description)
  form.append("doll_id", values.doll_id)
  form.append("is_featured", String(values.is_featured))
  form.append("release_date", values.release_date ?? "")
  form.append("category", values.category)
  form.append("tags", values.tags.join(","))
  form.append("file", file, file.name)
  return form
}

const megabytes = (bytes: number) => decimal(bytes / 1024 / 1024)
