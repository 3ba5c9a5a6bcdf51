import { useState } from "react"
import { t } from "#contract/t.ts"
import { Spinner } from "../ui/Button.tsx"
import { cx } from "../ui/cx.ts"
import { PictureViewer } from "../ui/PictureViewer.tsx"
import { downloadPicture, useFile } from "./files.ts"

interface PrivatePictureProps {
  /** Null while loading. */
  url: string | null
  isWanted?: boolean
  name: string
  fileName?: string
  alt: string
  isSmall?: boolean
}

/** A picture that needs the bearer token. It fills its parent and opens full screen. */
export function PrivatePicture({
  url,
  isWanted = true,
  name,
  fileName = name,
  alt,
  isSmall = false,
}: PrivatePictureProps) {
  const [isOpen, setOpen] = useState(false)
  const { src, failed, again } = useFile(url, isWanted)
  return (
    <>
      {src && (
        <button
          type="button"
          onClick={() => setOpen(true)}
          aria-label={t`Open ${name}`}
          className="size-full focus-visible:-outline-offset-2"
        >
          <img src={src} alt={alt} className="size-full object-cover" />
        </button>
      )}
      {!src && failed && (
        <button
          type="button"
          onClick={again}
          className={cx("link min-h-11", isSmall ? "px-1 text-meta" : "px-3 text-ui")}
        >{t`Reload image`}</button>
      )}
      {!src && !failed && <Spinner className="text-ink-3" />}
      <PictureViewer
        src={isOpen ? src : null}
        name={name}
        onDownload={() => url && downloadPicture(url, fileName)}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
