import { useQuery } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { maxImagesPerUpload } from "#contract/adminLimits.ts"
import type { Call } from "#contract/api.ts"
import type { Image } from "#contract/catalog.ts"
import { maxImage, megabyte } from "#contract/limits.ts"
import { modelAdminTexts, panelTexts } from "#contract/panelText.ts"
import { plural, t } from "#contract/t.ts"
import { refresh } from "../../backoffice/table/useRows.ts"
import { ApiError, call, explain } from "../../platform/api/client.ts"
import { queries } from "../../platform/api/queries.ts"
import { upload } from "../../platform/api/upload.ts"
import { useSendOnce } from "../../platform/forms/sendOnce.ts"
import { UnsavedChanges } from "../../platform/forms/UnsavedChanges.tsx"
import { ErrorState, Skeleton } from "../../platform/ui/states.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { DropZone } from "../parts/DropZone.tsx"
import { hasToken } from "../parts/needToken.ts"
import { moved } from "../parts/order.ts"
import { Progress } from "../parts/Progress.tsx"
import { ImageList } from "./ImageList.tsx"

const hint = t`Drop a file here or choose one. PNG, JPEG, WebP or AVIF, up to 10MB.`

interface ImagesProps {
  dollId: number
  name: string
  /** A new model needs a primary picture first. */
  isNew?: boolean
  onChange?(images: Image[]): void
}

interface UploadProgress {
  name: string
  share: number
}

/** A model's primary picture, and the others in order. Files are uploaded at once. */
export function Images({ dollId, name, isNew = false, onChange }: ImagesProps) {
  const key = ["admin", "images", dollId]
  const { data, error, isPending, refetch } = useQuery({
    queryKey: key,
    queryFn: () => call(`GET /images/${dollId}/images`),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only new data is reported, not a new function
  useEffect(() => {
    if (data) onChange?.(data)
  }, [data])
  const { going, send, cancel } = useUpload()
  const images = data ?? []
  const set = (next: Image[]) => void queries().setQueryData(key, next)
  const hasPrimary = images.some((image) => image.is_primary)
  const reload = async () => {
    refresh("models")
    await refetch()
  }

  const sendPrimary = async (file: File) => {
    const form = new FormData()
    form.append("doll_id", String(dollId))
    form.append("is_primary", "true")
    form.append("file", file, file.name)
    try {
      await send("POST /images/upload", form, file.name)
    } catch (failure) {
      showError(modelAdminTexts.imageFailed, failure)
    }
    await reload()
  }
  const sendExtras = async (files: File[]) => {
    const form = new FormData()
    form.append("is_primary", "false")
    for (const file of files) form.append("files", file, file.name)
    const label = files.length === 1 ? files[0]!.name : plural(files.length, { other: `${files.length} images` })
    try {
      const { failed } = await send(`POST /images/${dollId}/images/bulk`, form, label)
      for (const one of failed) {
        const title = hasPrimary ? modelAdminTexts.partlyUploaded : modelAdminTexts.additionalFailed
        toast(title, { description: `${one.file_name}: ${one.detail}`, kind: "error" })
      }
    } catch (failure) {
      showError(isNew ? modelAdminTexts.additionalFailed : modelAdminTexts.imagesFailed, failure)
    }
    await reload()
  }
  const sendDark = async ({ id }: Image, file: File) => {
    const form = new FormData()
    form.append("file", file, file.name)
    try {
      await send(`PUT /images/${id}/dark`, form, file.name)
    } catch (failure) {
      showError(modelAdminTexts.imageFailed, failure)
    }
    await reload()
  }
  const choose = (files: File[], then: (files: File[]) => Promise<void>) => {
    const fit = files.filter(isFit)
    if (fit.length > 0 && hasToken()) void then(fit)
  }

  const act = async (work: () => Promise<unknown>) => {
    if (!hasToken()) return
    try {
      await work()
    } catch (failure) {
      showError(modelAdminTexts.updateFailed, failure)
    }
    await reload()
  }
  const order = (from: number, to: number) => {
    if (to < 0 || to >= images.length || from === to) return
    const next = moved(images, from, to)
    set(next)
    void act(() => savePositions(next))
  }

  return (
    <div className="grid gap-5">
      <UnsavedChanges isKept isDirty={() => going !== undefined} />
      <div className="grid gap-4 sm:grid-cols-2">
        <DropZone
          label={hasPrimary ? t`Replace primary image` : t`Primary image`}
          hint={hint}
          accept="image/*"
          disabled={going !== undefined}
          onFiles={(files) => choose(files, ([file]) => sendPrimary(file!))}
        />
        <DropZone
          label={t`Additional images`}
          hint={isNew && !hasPrimary ? t`Add the primary image first.` : t`Up to ${maxImagesPerUpload} at once.`}
          accept="image/*"
          multiple
          disabled={going !== undefined || (isNew && !hasPrimary)}
          onFiles={(files) => choose(files.slice(0, maxImagesPerUpload), sendExtras)}
        />
      </div>
      {going && <Progress {...going} onCancel={cancel} />}
      {isPending && <Skeleton className="h-40 w-full" />}
      {error && !data && <ErrorState detail={explain(error)} retry={() => void refetch()} />}
      {data && (
        <ImageList
          images={images}
          name={name}
          onMove={order}
          onPrimary={({ id }) => void act(() => call(`PATCH /images/${id}`, { body: { is_primary: true } }))}
          onText={({ id }, text) =>
            act(async () => {
              await call(`PATCH /images/${id}`, { body: text })
              toast("alt" in text ? t`Alternative text saved` : panelTexts.captionSaved, { kind: "success" })
            })
          }
          onDelete={({ id }) => act(() => call(`DELETE /images/${id}`))}
          onDark={(image, file) => choose([file], () => sendDark(image, file))}
          onRemoveDark={({ id }) => void act(() => call(`DELETE /images/${id}/dark`))}
          isUploading={going !== undefined}
        />
      )}
    </div>
  )
}

/** Uploads one file at a time, and reports the progress. */
function useUpload() {
  const [going, setGoing] = useState<UploadProgress>()
  const stop = useRef<AbortController>(undefined)
  const once = useSendOnce()
  const send = async <C extends Call>(what: C, form: FormData, label: string) => {
    stop.current = new AbortController()
    setGoing({ name: label, share: 0 })
    try {
      const progress = (share: number) => setGoing({ name: label, share })
      const { signal } = stop.current
      return await once((headers) => upload(what, form, { headers, progress, signal }), form)
    } finally {
      setGoing(undefined)
    }
  }
  return { going, send, cancel: () => stop.current?.abort() }
}

/** Saves one position after the other. */
async function savePositions(images: Image[]): Promise<void> {
  for (const [position, image] of images.entries()) {
    if (image.position !== position) await call(`PATCH /images/${image.id}`, { body: { position } })
  }
}

function showError(title: string, failure: unknown): void {
  if (failure instanceof DOMException && failure.name === "AbortError") toast(t`Upload cancelled`)
  else toast(title, { description: failure instanceof ApiError ? explain(failure) : undefined, kind: "error" })
}

function isFit(file: File): boolean {
  if (!file.type.startsWith("image/")) {
    toast(modelAdminTexts.notAnImage, { description: file.name, kind: "error" })
    return false
  }
  if (file.size > maxImage * megabyte) {
    toast(modelAdminTexts.imageTooLargeTitle, { description: modelAdminTexts.imageTooLarge, kind: "error" })
    return false
  }
  return true
}
