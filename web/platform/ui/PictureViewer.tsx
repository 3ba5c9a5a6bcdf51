import { useState } from "react"
import { t } from "#contract/t.ts"
import { IconButton } from "./Button.tsx"
import { cx } from "./cx.ts"
import { Dialog } from "./Dialog.tsx"
import { Download, ZoomIn, ZoomOut } from "./icons.ts"

interface ViewerProps {
  /** Null while closed. */
  src: string | null
  name: string
  onDownload(): void
  onClose(): void
}

/** Shows a picture full screen. In its original size it scrolls. */
export function PictureViewer({ src, name, onDownload, onClose }: ViewerProps) {
  const [isLarge, setLarge] = useState(false)
  return (
    <Dialog open={src !== null} onClose={onClose} title={name} shape="full" className="night-room">
      {src && (
        <div className="flex h-full flex-col gap-3">
          <section
            aria-label={isLarge ? t`Image, zoomed in` : t`Image`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by the keyboard
            tabIndex={0}
            className={cx("min-h-0 flex-1 overflow-auto", !isLarge && "grid place-items-center")}
          >
            <img
              src={src}
              alt={t`Attachment`}
              className={cx(isLarge ? "mx-auto max-w-none" : "max-h-full max-w-full object-contain")}
            />
          </section>
          <div className="flex justify-center gap-2">
            <IconButton label={isLarge ? t`Zoom out` : t`Zoom in`} onClick={() => setLarge(!isLarge)}>
              {isLarge ? <ZoomOut aria-hidden size={20} /> : <ZoomIn aria-hidden size={20} />}
            </IconButton>
            <IconButton label={t`Download`} onClick={onDownload}>
              <Download aria-hidden size={20} />
            </IconButton>
          </div>
        </div>
      )}
    </Dialog>
  )
}
