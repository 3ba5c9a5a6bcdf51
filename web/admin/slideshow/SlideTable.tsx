import { useState } from "react"
import { panelTexts } from "#contract/panelText.ts"
import type { Slide } from "#contract/slideshow.ts"
import { t } from "#contract/t.ts"
import { slideshowTexts } from "#contract/texts.ts"
import { shortDate } from "../../backoffice/table/dates.ts"
import { RowMenu } from "../../backoffice/table/RowMenu.tsx"
import { refresh } from "../../backoffice/table/useRows.ts"
import { ask, call, explain, unlessGone } from "../../platform/api/client.ts"
import { queries } from "../../platform/api/queries.ts"
import { upload } from "../../platform/api/upload.ts"
import { IconButton } from "../../platform/ui/Button.tsx"
import { Confirm } from "../../platform/ui/Confirm.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { ArrowDown, ArrowUp, Film, GripVertical } from "../../platform/ui/icons.ts"
import { Picture } from "../../platform/ui/Picture.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { CaptionField } from "../parts/CaptionField.tsx"
import { DarkVersion } from "../parts/DarkVersion.tsx"
import { moved } from "../parts/order.ts"
import { Progress } from "../parts/Progress.tsx"
import { useDrag } from "../parts/useDrag.ts"

/** Slides in order. They are moved by dragging rows or with the arrows. */
export function SlideTable({ slides }: { slides: Slide[] }) {
  const [doomed, setDoomed] = useState<Slide>()
  const [announcement, announce] = useState("")
  const move = async (from: number, to: number) => {
    if (to < 0 || to >= slides.length || from === to) return
    queries().setQueryData(["admin", "slideshow"], moved(slides, from, to))
    announce(t`Slide ${from + 1} is now slide ${to + 1} of ${slides.length}.`)
    await change(slides[from]!, { position: to })
  }
  const remove = async () => {
    try {
      await call(`DELETE /slideshow/slideshows/${doomed!.id}`).catch(unlessGone)
    } catch (error) {
      toast(panelTexts.deleteAlert, { description: `${slideshowTexts.deleteFailed}: ${explain(error)}`, kind: "error" })
    }
    refresh("slideshow")
  }
  const [uploading, setUploading] = useState<{ name: string; share: number }>()
  const sendDark = async ({ id }: Slide, file: File) => {
    const form = new FormData()
    form.append("file", file, file.name)
    const progress = (share: number) => setUploading({ name: file.name, share })
    progress(0)
    try {
      await upload(`PUT /slideshow/slideshows/${id}/dark`, form, { progress })
    } catch (error) {
      toast(panelTexts.uploadAlert, { description: explain(error), kind: "error" })
    }
    setUploading(undefined)
    await refresh("slideshow")
  }
  const removeDark = async ({ id }: Slide) => {
    try {
      await call(`DELETE /slideshow/slideshows/${id}/dark`)
    } catch (error) {
      toast(panelTexts.slideFailed, { description: explain(error), kind: "error" })
    }
    await refresh("slideshow")
  }
  const { dragged, rowOf } = useDrag(move)
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {uploading && <Progress {...uploading} />}
      <ol aria-label={t`Slides`} className="border-line border-t">
        {slides.map((slide, at) => (
          <li
            key={slide.id}
            {...rowOf(at)}
            className={cx(
              "flex items-start gap-x-4 border-line border-b py-3 xl:items-center",
              dragged === at && "opacity-50",
            )}
          >
            <GripVertical
              aria-hidden
              size={18}
              className="mt-3 shrink-0 cursor-grab text-ink-3 max-md:hidden xl:mt-0"
            />
            <div className="w-16 shrink-0">
              <Shown slide={slide} at={at} />
            </div>
            <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1">
              <CaptionField
                label={t`Caption of slide ${at + 1}`}
                caption={slide.slideshow_caption}
                className="h-11 w-full rounded-card xl:w-auto xl:flex-1 border border-line-strong bg-surface px-3 text-ui placeholder:text-ink-3"
                onKeep={(caption) => change(slide, { caption })}
              />
              <span className="tabular w-36 text-ink-2 text-meta max-md:hidden">
                {slide.is_video ? t`Video` : t`Image`}, {shortDate(slide.created_at)}
              </span>
              <div className="xl:w-40">
                {slide.is_video ? (
                  <span className="text-ink-2 text-meta md:hidden">{t`Video`}</span>
                ) : (
                  <DarkVersion
                    of={t`slide ${at + 1}`}
                    dark={slide.dark}
                    disabled={uploading !== undefined}
                    onFile={(file) => void sendDark(slide, file)}
                  />
                )}
              </div>
              <span className="ms-auto inline-flex items-center">
                <IconButton
                  label={t`Move slide ${at + 1} up`}
                  disabled={at === 0}
                  className="disabled:opacity-30"
                  onClick={() => void move(at, at - 1)}
                >
                  <ArrowUp aria-hidden size={18} />
                </IconButton>
                <IconButton
                  label={t`Move slide ${at + 1} down`}
                  disabled={at === slides.length - 1}
                  className="disabled:opacity-30"
                  onClick={() => void move(at, at + 1)}
                >
                  <ArrowDown aria-hidden size={18} />
                </IconButton>
                <RowMenu
                  of={t`slide ${at + 1}`}
                  actions={[
                    ...(slide.dark ? [{ label: t`Remove dark version`, run: () => void removeDark(slide) }] : []),
                    { label: t`Delete`, danger: true, run: () => setDoomed(slide) },
                  ]}
                />
              </span>
            </div>
          </li>
        ))}
      </ol>
      <Confirm
        open={doomed !== undefined}
        onClose={() => setDoomed(undefined)}
        title={t`Delete slide?`}
        action={t`Delete slide`}
        onConfirm={remove}
      >{t`It'll be removed from the home page immediately. This can't be undone.`}</Confirm>
    </>
  )
}

function Shown({ slide, at }: { slide: Slide; at: number }) {
  const { variants, width, height, color } = slide
  const label = slide.slideshow_caption || t`Slide ${at + 1}`
  if (slide.is_video && slide.slideshow_video_url && !variants) {
    return (
      <span role="img" aria-label={label} className="flex aspect-4/5 items-center justify-center bg-sunken text-ink-3">
        <Film aria-hidden size={22} />
      </span>
    )
  }
  const image = variants && width && height ? { variants, width, height, color: color ?? "transparent" } : null
  return <Picture image={image} alt={label} sizes="64px" className="aspect-4/5 object-cover" />
}

/** Changes a slide, with its current ETag. */
async function change({ id }: Slide, body: { caption?: string | null; position?: number }): Promise<void> {
  try {
    const { response } = await ask(`GET /slideshow/slideshows/${id}`, {})
    const tag = response.headers.get("etag")
    await call(`PATCH /slideshow/slideshows/${id}`, { body, headers: tag ? { "if-match": tag } : {} })
    if (body.caption !== undefined) toast(panelTexts.captionSaved, { key: `slide ${id}`, kind: "success" })
  } catch (error) {
    toast(panelTexts.slideFailed, { description: explain(error), key: `slide ${id}`, kind: "error" })
  }
  await refresh("slideshow")
}
