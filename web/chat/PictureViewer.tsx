import { Download, ZoomIn, ZoomOut } from "lucide-react"
import { useState } from "react"
import { explain } from "../api/client.ts"
import { IconButton } from "../ui/Button.tsx"
import { cx } from "../ui/cx.ts"
import { Dialog } from "../ui/Dialog.tsx"
import { toast } from "../ui/toast.tsx"
import { download } from "./download.ts"

interface ViewerProps {
  /** null: closed */
  src: string | null
  name: string
  fileUrl: string | null
  onClose(): void
}

/** One picture on the whole screen; in full size it scrolls. */
export default function PictureViewer({ src, name, fileUrl, onClose }: ViewerProps) {
  const [isLarge, setLarge] = useState(false)
  const take = () =>
    fileUrl &&
    download(fileUrl, name.replace(/\.[a-z]{3,4}$/i, ".webp")).catch((error) =>
      toast("Failed to load file", { kind: "error", description: explain(error) }),
    )
  return (
    <Dialog open={src !== null} onClose={onClose} title={name} shape="full" className="night-room">
      {src && (
        <div className="flex h-full flex-col gap-3">
          <section
            aria-label={isLarge ? "Image, zoomed in" : "Image"}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by the keyboard
            tabIndex={0}
            className={cx("min-h-0 flex-1 overflow-auto", !isLarge && "grid place-items-center")}
          >
            <img
              src={src}
              alt="Attachment"
              className={cx(isLarge ? "mx-auto max-w-none" : "max-h-full max-w-full object-contain")}
            />
          </section>
          <div className="flex justify-center gap-2">
            <IconButton label={isLarge ? "Zoom out" : "Zoom in"} onClick={() => setLarge(!isLarge)}>
              {isLarge ? <ZoomOut aria-hidden size={20} /> : <ZoomIn aria-hidden size={20} />}
            </IconButton>
            <IconButton label="Download" onClick={() => void take()}>
              <Download aria-hidden size={20} />
            </IconButton>
          </div>
        </div>
      )}
    </Dialog>
  )
}
