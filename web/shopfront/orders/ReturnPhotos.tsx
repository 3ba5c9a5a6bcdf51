import type { Return } from "#contract/refunds.ts"
import { t } from "#contract/t.ts"
import { PrivatePicture } from "../../platform/api/PrivatePicture.tsx"

export function ReturnPhotos({ of: { id, photos } }: { of: Return }) {
  if (photos.length === 0) return null
  return (
    <ul aria-label={t`Photographs`} className="no-print mt-2 flex flex-wrap gap-2">
      {photos.map((photo, at) => {
        const name = t`Photograph ${at + 1}`
        const url = `/api/returns/${id}/photos/${photo.id}`
        return (
          <li key={photo.id} className="grid size-24 place-items-center overflow-hidden rounded-card bg-sunken">
            <PrivatePicture url={url} name={name} fileName={`${name}.webp`} alt="" isSmall />
          </li>
        )
      })}
    </ul>
  )
}
