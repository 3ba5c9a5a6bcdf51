import { useQuery } from "@tanstack/react-query"
import { type FormEvent, useRef, useState } from "react"
import { maxCaptionLength } from "#contract/adminLimits.ts"
import { maxSlide, megabyte } from "#contract/limits.ts"
import { panelTexts } from "#contract/panelText.ts"
import { t } from "#contract/t.ts"
import { slideshowTexts } from "#contract/texts.ts"
import { refresh } from "../../backoffice/table/useRows.ts"
import { ApiError, call, explain } from "../../platform/api/client.ts"
import { upload } from "../../platform/api/upload.ts"
import { useSendOnce } from "../../platform/forms/sendOnce.ts"
import { UnsavedChanges } from "../../platform/forms/UnsavedChanges.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { TextField } from "../../platform/ui/Field.tsx"
import { EmptyState, ErrorState, Skeleton } from "../../platform/ui/states.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { DropZone } from "../parts/DropZone.tsx"
import { hasToken } from "../parts/needToken.ts"
import { Progress } from "../parts/Progress.tsx"
import { Head } from "../shell/Head.tsx"
import { SlideTable } from "./SlideTable.tsx"

/** The home page's slideshow of pictures and short videos, which are uploaded or linked. */
export function Slideshow() {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["admin", "slideshow"],
    queryFn: () => call("GET /slideshow/slideshows", { query: { skip: 0, limit: 100 } }),
  })
  return (
    <>
      <Head title={t`Slideshow`} note={t`Shown at the top of the home page, in this order.`} />
      {isPending && <Skeleton className="h-48 w-full" />}
      {error && !data && (
        <ErrorState
          title={slideshowTexts.loadFailed}
          detail={error instanceof ApiError && error.detail ? error.detail : slideshowTexts.fetchFailed}
          retry={() => void refetch()}
        />
      )}
      {data?.length === 0 && <EmptyState title={t`No slides yet.`} />}
      {data && data.length > 0 && <SlideTable slides={data} />}
      {!isPending && (
        <>
          <h2 className="placard mt-10 pt-3 pb-4 font-display text-h3">{t`Add slides`}</h2>
          <Adding />
        </>
      )}
    </>
  )
}

function Adding() {
  const [caption, setCaption] = useState("")
  const [url, setUrl] = useState("")
  const [fault, setFault] = useState<string>()
  const [going, setGoing] = useState<{ name: string; share: number }>()
  const stop = useRef<AbortController>(undefined)
  const once = useSendOnce()

  const send = async (fields: Record<string, string>, file: File | null, name: string): Promise<boolean> => {
    const form = new FormData()
    for (const [key, value] of Object.entries(fields)) form.append(key, value)
    if (file) form.append("file", file, file.name)
    stop.current = new AbortController()
    setGoing({ name, share: 0 })
    try {
      const progress = (share: number) => setGoing({ name, share })
      const { signal } = stop.current
      await once((headers) => upload("POST /slideshow/upload", form, { headers, progress, signal }), file ?? undefined)
      toast(t`${name} added`, { kind: "success" })
      return true
    } catch (error) {
      if (error instanceof DOMException) toast(t`Upload cancelled`)
      else
        toast(panelTexts.uploadAlert, {
          description: `${slideshowTexts.uploadFailed}: ${explain(error)}`,
          kind: "error",
        })
      return false
    } finally {
      setGoing(undefined)
      refresh("slideshow")
    }
  }
  const sendFiles = async (files: File[]) => {
    if (!hasToken()) return
    for (const file of files) {
      if (file.size > maxSlide * megabyte)
        toast(slideshowTexts.tooLarge, { description: t`${file.name} was skipped`, kind: "error" })
      else if (!/^(image|video)\//.test(file.type))
        toast(slideshowTexts.wrongKind, { description: file.name, kind: "error" })
      else await send(caption.trim() ? { caption: caption.trim() } : {}, file, file.name)
    }
    setCaption("")
  }
  const sendUrl = async (event: FormEvent) => {
    event.preventDefault()
    const address = url.trim()
    if (!/^https?:\/\/\S+$/i.test(address)) return setFault(t`Please enter a URL that starts with https://.`)
    setFault(undefined)
    if (!hasToken()) return
    const is_video = String(/\.(mp4|mov|webm|ogg)$/i.test(new URL(address).pathname))
    if (await send({ url: address, is_video, ...(caption.trim() ? { caption: caption.trim() } : {}) }, null, address)) {
      setUrl("")
      setCaption("")
    }
  }
  return (
    <section aria-label={t`Add slides`} className="grid max-w-3xl gap-5">
      <UnsavedChanges isDirty={() => caption.trim() !== "" || url.trim() !== "" || going !== undefined} />
      <TextField
        label={t`Caption`}
        hint={t`Applies to the slides you add next. You can change it later.`}
        value={caption}
        maxLength={maxCaptionLength}
        autoComplete="off"
        onChange={(event) => setCaption(event.target.value)}
      />
      <DropZone
        label={t`Images or videos`}
        hint={t`PNG, JPEG, WebP, AVIF, MP4, MOV or WebM, up to 20MB each.`}
        accept="image/*,video/mp4,video/quicktime,video/webm"
        multiple
        disabled={going !== undefined}
        onFiles={(files) => void sendFiles(files)}
      />
      <form noValidate onSubmit={(event) => void sendUrl(event)} className="flex flex-wrap items-start gap-3">
        <TextField
          label={t`Or a URL`}
          type="url"
          inputMode="url"
          value={url}
          error={fault}
          hint={t`URLs ending in mp4, mov or webm become videos. The file is copied to your shop.`}
          className="min-w-0 flex-1 basis-72"
          onChange={(event) => setUrl(event.target.value)}
        />
        <Button type="submit" variant="outline" className="mt-6.5" busy={going !== undefined}>{t`Add from URL`}</Button>
      </form>
      {going && <Progress {...going} onCancel={() => stop.current?.abort()} />}
    </section>
  )
}
