import { type ComponentProps, useRef, useState } from "react"
import { maxImage, megabyte } from "#contract/limits.ts"
import { modelAdminTexts } from "#contract/panelText.ts"
import { pageLimits, sitePageTexts } from "#contract/sitePages.ts"
import { t } from "#contract/t.ts"
import { explain } from "../../platform/api/client.ts"
import { upload } from "../../platform/api/upload.ts"
import { IconButton } from "../../platform/ui/Button.tsx"
import { TextArea } from "../../platform/ui/Field.tsx"
import { Bold, Heading2, ImagePlus, Italic, Link2, List } from "../../platform/ui/icons.ts"
import { toast } from "../../platform/ui/toast.tsx"
import { hasToken } from "../parts/needToken.ts"
import { type Edit, heading, link, list, picture, wrapped } from "./marks.ts"

interface MarkdownFieldProps extends Pick<ComponentProps<typeof TextArea>, "id" | "error" | "lang"> {
  /** The page that images are added to; without it the text has none. */
  pageId?: number
  value: string
  onChange(value: string): void
}

/** A text in Markdown, with a small toolbar. */
export function MarkdownField({ pageId, value, onChange, ...rest }: MarkdownFieldProps) {
  const box = useRef<HTMLDivElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const [isSending, setIsSending] = useState(false)
  const field = () => box.current!.querySelector("textarea")!
  const apply = (edit: Edit) => {
    const area = field()
    const { text, from, to } = edit(area.value, area.selectionStart, area.selectionEnd)
    onChange(text)
    // The selection is set once React has written the text.
    requestAnimationFrame(() => {
      area.focus()
      area.setSelectionRange(from, to)
    })
  }
  const addPicture = async (chosen: File | undefined) => {
    if (!chosen || pageId === undefined || !hasToken()) return
    if (chosen.size > maxImage * megabyte) return toast(modelAdminTexts.imageTooLarge, { kind: "error" })
    const form = new FormData()
    form.append("file", chosen, chosen.name)
    setIsSending(true)
    try {
      const { url } = await upload(`POST /admin/pages/${pageId}/pictures`, form, { progress: () => {} })
      apply(picture(url))
    } catch (error) {
      toast(sitePageTexts.pictureFailed, { description: explain(error), kind: "error" })
    } finally {
      setIsSending(false)
      if (file.current) file.current.value = ""
    }
  }
  const tools = [
    { label: t`Bold`, icon: Bold, edit: wrapped("**", t`bold text`), key: "b" },
    { label: t`Italic`, icon: Italic, edit: wrapped("*", t`italic text`), key: "i" },
    { label: t`Heading`, icon: Heading2, edit: heading },
    { label: t({ context: "to an address", message: "Link" }), icon: Link2, edit: link, key: "k" },
    { label: t({ context: "with bullets", message: "List" }), icon: List, edit: list },
  ]
  return (
    <div ref={box}>
      <div role="toolbar" aria-label={t`Formatting`} className="mb-1 flex flex-wrap">
        {tools.map(({ label, icon: Icon, edit }) => (
          <IconButton key={label} label={label} onClick={() => apply(edit)}>
            <Icon aria-hidden size={18} />
          </IconButton>
        ))}
        {pageId !== undefined && (
          <IconButton label={t`Image`} aria-busy={isSending || undefined} onClick={() => file.current!.click()}>
            <ImagePlus aria-hidden size={18} />
          </IconButton>
        )}
        <input
          ref={file}
          type="file"
          accept="image/*"
          hidden
          aria-label={t`Image`}
          onChange={(event) => void addPicture(event.target.files?.[0])}
        />
        <p role="status" className="ms-2 self-center text-ink-3 text-meta">
          {isSending ? t`Uploading the image…` : ""}
        </p>
      </div>
      <TextArea
        label={t({ context: "of a page", message: "Text" })}
        hint={t`Markdown: **bold**, *italic*, ## heading, - list, [link](/models). A heading starts a section.`}
        rows={20}
        maxLength={pageLimits.content}
        required
        className="markdown-field"
        {...rest}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          const tool = (event.ctrlKey || event.metaKey) && !event.altKey && tools.find(({ key }) => key === event.key)
          if (!tool) return
          event.preventDefault()
          apply(tool.edit)
        }}
      />
    </div>
  )
}
