import { useState } from "react"
import { maxAltLength } from "#contract/adminLimits.ts"
import type { Image } from "#contract/catalog.ts"
import { t } from "#contract/t.ts"
import { IconButton } from "../../platform/ui/Button.tsx"
import { Confirm } from "../../platform/ui/Confirm.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { ArrowLeft, ArrowRight, Star, Trash2 } from "../../platform/ui/icons.ts"
import { Picture } from "../../platform/ui/Picture.tsx"
import { Tag } from "../../platform/ui/states.tsx"
import { CaptionField } from "../parts/CaptionField.tsx"
import { DarkVersion } from "../parts/DarkVersion.tsx"
import { useDrag } from "../parts/useDrag.ts"

interface ImageListProps {
  images: Image[]
  /** The model's id. */
  name: string
  onMove(from: number, to: number): void
  onPrimary(image: Image): void
  onText(image: Image, text: { caption: string | null } | { alt: string | null }): Promise<void>
  onDelete(image: Image): Promise<void>
  onDark(image: Image, file: File): void
  onRemoveDark(image: Image): void
  isUploading: boolean
}

const textField = "h-9 w-full rounded-card border border-line-strong bg-surface px-2 text-meta placeholder:text-ink-3"

/** Pictures in order. They are moved by dragging or with the arrows. */
export function ImageList({ images, name, isUploading, onMove, ...actions }: ImageListProps) {
  const { onPrimary, onText, onDelete, onDark, onRemoveDark } = actions
  const [doomed, setDoomed] = useState<Image>()
  const [announcement, announce] = useState("")
  const move = (from: number, to: number) => {
    onMove(from, to)
    announce(t`Image ${from + 1} is now image ${to + 1} of ${images.length}.`)
  }
  const { dragged, rowOf } = useDrag(move)
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ol aria-label={t`Images`} className="grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-4">
        {images.map((image, at) => (
          <li
            key={image.id}
            {...rowOf(at)}
            className={cx("@container min-w-0 cursor-grab", dragged === at && "opacity-50")}
          >
            <div className="relative">
              <Picture
                image={image}
                alt={image.alt || image.caption || t`${name}, image ${at + 1}`}
                sizes="(min-width: 64rem) 220px, 45vw"
                className="aspect-4/5 object-cover"
              />
              {image.is_primary && (
                <span className="absolute bottom-2 inset-s-2">
                  <Tag tone="celadon">{t`Primary`}</Tag>
                </span>
              )}
            </div>
            <div className="flex justify-between">
              <IconButton
                label={t`Move image ${at + 1} forward`}
                disabled={at === 0}
                className="size-10 disabled:opacity-30"
                onClick={() => move(at, at - 1)}
              >
                <ArrowLeft aria-hidden size={16} />
              </IconButton>
              <IconButton
                label={t`Make image ${at + 1} the primary image`}
                disabled={image.is_primary}
                className="size-10 disabled:opacity-30"
                onClick={() => onPrimary(image)}
              >
                <Star aria-hidden size={16} fill={image.is_primary ? "currentColor" : "none"} />
              </IconButton>
              <IconButton label={t`Delete image ${at + 1}`} className="size-10" onClick={() => setDoomed(image)}>
                <Trash2 aria-hidden size={16} />
              </IconButton>
              <IconButton
                label={t`Move image ${at + 1} back`}
                disabled={at === images.length - 1}
                className="size-10 disabled:opacity-30"
                onClick={() => move(at, at + 1)}
              >
                <ArrowRight aria-hidden size={16} />
              </IconButton>
            </div>
            <CaptionField
              label={t`Caption of image ${at + 1}`}
              caption={image.caption}
              className={textField}
              onKeep={(caption) => onText(image, { caption })}
            />
            <CaptionField
              label={t`Alternative text of image ${at + 1}`}
              placeholder={t`Alternative text`}
              maxLength={maxAltLength}
              caption={image.alt}
              className={cx("mt-1", textField)}
              onKeep={(alt) => onText(image, { alt })}
            />
            <DarkVersion
              of={t`image ${at + 1}`}
              dark={image.dark}
              disabled={isUploading}
              onFile={(file) => onDark(image, file)}
              onRemove={() => onRemoveDark(image)}
            />
          </li>
        ))}
      </ol>
      <Confirm
        open={doomed !== undefined}
        onClose={() => setDoomed(undefined)}
        title={t`Delete image?`}
        action={t`Delete image`}
        onConfirm={() => onDelete(doomed!)}
      >{t`It'll be removed from the model's page immediately. This can't be undone.`}</Confirm>
    </>
  )
}
