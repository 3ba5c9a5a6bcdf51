import { useEffect, useRef, useState } from "react"
import { maxImage } from "#contract/limits.ts"
import { t } from "#contract/t.ts"
import type { Video } from "#contract/videos.ts"
import { videoAdminTexts } from "#contract/videoText.ts"
import { refresh } from "../../backoffice/table/useRows.ts"
import { Poster } from "../../people/videos/Poster.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { DropZone } from "../parts/DropZone.tsx"
import { sendThumbnail, thumbnailFailure } from "./thumbnail.ts"

interface ThumbnailProps {
  video: Video
  onChange(video: Video): void
}

/** The current thumbnail, with a button that replaces it. */
export function Thumbnail({ video, onChange }: ThumbnailProps) {
  const [busy, setBusy] = useState(false)
  async function send([file]: File[]) {
    if (!file) return
    if (!file.type.startsWith("image/")) return toast(videoAdminTexts.notAnImage, { kind: "error" })
    setBusy(true)
    try {
      onChange(await sendThumbnail(video.id, file))
      refresh("videos")
    } catch (error) {
      toast(thumbnailFailure(error), { kind: "error" })
    }
    setBusy(false)
  }
  return (
    <div className="grid items-center gap-4 sm:grid-cols-2">
      <Poster video={video} sizes="384px" eager />
      <DropZone
        label={video.thumbnail ? t`Choose another thumbnail` : t`Choose a thumbnail`}
        hint={busy ? t`Saving…` : t`Drop an image here or choose one, up to ${maxImage}MB.`}
        accept="image/*"
        disabled={busy}
        onFiles={(files) => void send(files)}
      />
    </div>
  )
}

interface StepProps {
  video: Video
  onDone(): void
  onClose(): void
}

export function ThumbnailStep({ video, onDone, onClose }: StepProps) {
  const [now, setNow] = useState(video)
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus(), [])
  const isOwn = now !== video
  return (
    <section aria-labelledby="thumbnail-step" className="mb-10 grid max-w-3xl gap-5">
      <div>
        <h2 id="thumbnail-step" ref={head} tabIndex={-1} className="font-display text-h3">
          <Trans>“{video.title}” has been uploaded</Trans>
        </h2>
        <p className="mt-1 text-ink-2 text-ui">
          {now.thumbnail
            ? t`This thumbnail was taken from the video. You can replace it.`
            : t`It has no thumbnail yet. You can add one now or later.`}
        </p>
      </div>
      <Thumbnail video={now} onChange={setNow} />
      <div className="flex flex-wrap gap-3">
        <Button onClick={onDone}>{isOwn ? t`Upload another video` : t`Skip`}</Button>
        <Button variant="quiet" onClick={onClose}>{t`Close`}</Button>
      </div>
    </section>
  )
}
