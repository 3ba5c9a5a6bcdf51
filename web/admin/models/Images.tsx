import { useQuery } from "@tanstack/react-query"
import { useRef, useState } from "react"
import type { BulkUpload, Image } from "#contract/catalog.ts"
import { modelDeskTexts } from "#contract/panelText.ts"
import { ApiError, call, explain } from "../../api/client.ts"
import { queries } from "../../api/queries.ts"
import { upload } from "../../api/upload.ts"
import { ErrorState, Skeleton } from "../../ui/states.tsx"
import { toast } from "../../ui/toast.tsx"
import { DropZone } from "../parts/DropZone.tsx"
import { hasToken } from "../parts/needToken.ts"
import { moved } from "../parts/order.ts"
import { Progress } from "../parts/Progress.tsx"
import { refresh } from "../table/useRows.ts"
import { ImageList } from "./ImageList.tsx"

const mostBytes = 20 * 1024 * 1024
const hint = "Drop it here, or choose it. PNG, JPEG, WebP or AVIF, up to 10MB."

interface ImagesProps {
  dollId: number
  name: string
  /** A new model begins with its primary picture; the others come after it. */
  isNew?: boolean
  onChange?(images: Image[]): void
}

interface Going {
  name: string
  share: number
}

/** A model's pictures: the primary one, the others, and their order. What is chosen is sent at once. */
export function Images({ dollId, name, isNew = false, onChange }: ImagesProps) {
  const key = ["admin", "images", dollId]
  const { data, error, isPending, refetch } = useQuery({
    queryKey: key,
    queryFn: () => call<Image[]>(`GET /images/${dollId}/images`),
  })
  const [going, setGoing] = useState<Going>()
  const stop = useRef<AbortController>(undefined)
  const images = data ?? []
  const set = (next: Image[]) => {
    queries().setQueryData(key, next)
    onChange?.(next)
  }
  const reload = async () => {
    refresh("models")
    const { data: next } = await refetch()
    if (next) onChange?.(next)
  }

  const send = async <T,>(what: string, form: FormData, label: string): Promise<T> => {
    stop.current = new AbortController()
    setGoing({ name: label, share: 0 })
    try {
      return await upload<T>(what, form, {
        progress: (share) => setGoing({ name: label, share }),
        signal: stop.current.signal,
      })
    } finally {
      setGoing(undefined)
    }
  }
  const sendPrimary = async (file: File) => {
    const form = new FormData()
    form.append("doll_id", String(dollId))
    form.append("is_primary", "true")
    form.append("file", file, file.name)
    try {
      await send("POST /images/upload", form, file.name)
    } catch (failure) {
      tell(modelDeskTexts.imageFailed, failure)
    }
    await reload()
  }
  const sendExtras = async (files: File[]) => {
    const form = new FormData()
    form.append("is_primary", "false")
    for (const file of files) form.append("files", file, file.name)
    const label = files.length === 1 ? files[0]!.name : `${files.length} pictures`
    try {
      const { failed } = await send<BulkUpload>(`POST /images/${dollId}/images/bulk`, form, label)
      for (const one of failed) {
        const title = isNew ? modelDeskTexts.partlyUploaded : modelDeskTexts.additionalFailed
        toast(title, { description: `${one.file_name}: ${one.detail}`, kind: "error" })
      }
    } catch (failure) {
      tell(isNew ? modelDeskTexts.additionalFailed : modelDeskTexts.imagesFailed, failure)
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
      tell(modelDeskTexts.updateFailed, failure)
    }
    await reload()
  }
  const order = (from: number, to: number) => {
    if (to < 0 || to >= images.length || from === to) return
    const next = moved(images, from, to)
    set(next)
    void act(() =>
      next.reduce(
        (before, image, position) =>
          before.then(() =>
            image.position === position ? undefined : call(`PATCH /images/${image.id}`, { body: { position } }),
          ),
        Promise.resolve() as Promise<unknown>,
      ),
    )
  }

  const hasPrimary = images.some((image) => image.is_primary)
  return (
    <div className="grid gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <DropZone
          label={hasPrimary ? "Another primary image" : "Primary image"}
          hint={hint}
          accept="image/*"
          disabled={going !== undefined}
          onFiles={(files) => choose(files, ([file]) => sendPrimary(file!))}
        />
        <DropZone
          label="Additional images"
          hint={isNew && !hasPrimary ? "After the primary image." : "Several at once, up to 20."}
          accept="image/*"
          multiple
          disabled={going !== undefined || (isNew && !hasPrimary)}
          onFiles={(files) => choose(files.slice(0, 20), sendExtras)}
        />
      </div>
      {going && <Progress {...going} onCancel={() => stop.current?.abort()} />}
      {isPending && <Skeleton className="h-40 w-full" />}
      {error && !data && <ErrorState detail={explain(error)} retry={() => void refetch()} />}
      {data && (
        <ImageList
          images={images}
          name={name}
          onMove={order}
          onPrimary={({ id }) => void act(() => call(`PATCH /images/${id}`, { body: { is_primary: true } }))}
          onCaption={({ id }, caption) => act(() => call(`PATCH /images/${id}`, { body: { caption } }))}
          onDelete={({ id }) => act(() => call(`DELETE /images/${id}`))}
        />
      )}
    </div>
  )
}

function tell(title: string, failure: unknown): void {
  if (failure instanceof DOMException && failure.name === "AbortError") toast("The upload was cancelled.")
  else toast(title, { description: failure instanceof ApiError ? explain(failure) : undefined, kind: "error" })
}

function isFit(file: File): boolean {
  if (!file.type.startsWith("image/")) {
    toast(modelDeskTexts.notAnImage, { description: file.name, kind: "error" })
    return false
  }
  if (file.size > mostBytes) {
    toast(modelDeskTexts.imageTooLargeTitle, { description: modelDeskTexts.imageTooLarge, kind: "error" })
    return false
  }
  return true
}
