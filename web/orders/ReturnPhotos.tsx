import { useState } from "react"
import type { Return } from "#contract/refunds.ts"
import { downloadPicture, useFile } from "../api/files.ts"
import { Spinner } from "../ui/Button.tsx"
import { PictureViewer } from "../ui/PictureViewer.tsx"

/** The photographs of a return, which open on the whole screen. */
export function ReturnPhotos({ of: { id, photos } }: { of: Return }) {
  if (photos.length === 0) return null
  return (
    <ul aria-label="Photographs" className="no-print mt-2 flex flex-wrap gap-2">
      {photos.map((photo, at) => (
        <li key={photo.id}>
          <Photo url={`/api/returns/${id}/photos/${photo.id}`} name={`Photograph ${at + 1}`} />
        </li>
      ))}
    </ul>
  )
}

function Photo({ url, name }: { url: string; name: string }) {
  const [isOpen, setOpen] = useState(false)
  const { src, failed, again } = useFile(url, true)
  return (
    <div className="grid size-24 place-items-center overflow-hidden rounded-card bg-sunken">
      {src && (
        <button
          type="button"
          onClick={() => setOpen(true)}
          aria-label={`Open ${name}`}
          className="size-full focus-visible:-outline-offset-2"
        >
          <img src={src} alt="" className="size-full object-cover" />
        </button>
      )}
      {!src && failed && (
        <button type="button" onClick={again} className="link min-h-11 px-1 text-meta">
          Reload image
        </button>
      )}
      {!src && !failed && <Spinner className="text-ink-3" />}
      <PictureViewer
        src={isOpen ? src : null}
        name={name}
        onDownload={() => downloadPicture(url, `${name}.webp`)}
        onClose={() => setOpen(false)}
      />
    </div>
  )
}
