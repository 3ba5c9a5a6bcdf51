import { useEffect, useRef, useState } from "react"
import type { ChatMessage } from "#contract/chat.ts"
import { t } from "#contract/t.ts"
import { explain } from "../../platform/api/client.ts"
import { download } from "../../platform/api/files.ts"
import { PrivatePicture } from "../../platform/api/PrivatePicture.tsx"
import { Spinner } from "../../platform/ui/Button.tsx"
import { Download, FileText } from "../../platform/ui/icons.ts"
import { toast } from "../../platform/ui/toast.tsx"
import { sizeOf } from "./files.ts"

export function Attachment({ message }: { message: ChatMessage }) {
  return message.message_type === "IMAGE" ? <SentPicture message={message} /> : <SentDocument message={message} />
}

function SentPicture({ message: { file_url, file_name, width, height } }: { message: ChatMessage }) {
  const box = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: "400px",
    })
    observer.observe(box.current!)
    return () => observer.disconnect()
  }, [])
  const name = file_name ?? t`Image`
  const ratio = width && height ? Math.min(2, Math.max(0.6, width / height)) : 1
  return (
    <div
      ref={box}
      style={{ aspectRatio: ratio, width: Math.round(Math.min(320, 320 * ratio)) }}
      className="grid max-w-full place-items-center overflow-hidden rounded-card bg-sunken"
    >
      <PrivatePicture url={file_url} isWanted={isNear} name={name} alt={name} />
    </div>
  )
}

function SentDocument({ message: { file_url, file_name, file_size } }: { message: ChatMessage }) {
  const [busy, setBusy] = useState(false)
  const name = file_name ?? t`File`
  async function take() {
    if (!file_url || busy) return
    setBusy(true)
    try {
      await download(file_url, name)
    } catch (error) {
      toast(t`Failed to load file`, { kind: "error", description: explain(error) })
    }
    setBusy(false)
  }
  return (
    <button
      type="button"
      onClick={() => void take()}
      className="flex min-h-11 max-w-full items-center gap-3 whitespace-normal py-1 text-start"
    >
      <FileText aria-hidden size={20} strokeWidth={1.5} className="shrink-0 text-accent" />
      <span className="min-w-0 flex-1">
        <span className="wrap-anywhere block font-medium text-ui underline underline-offset-4">
          <span className="sr-only">{t`Download `}</span>
          {name}
        </span>
        {file_size !== null && <span className="block text-ink-2 text-meta tabular">{sizeOf(file_size)}</span>}
      </span>
      {busy ? <Spinner /> : <Download aria-hidden size={18} className="shrink-0 text-ink-2" />}
    </button>
  )
}
