import { maxReturnPhoto, maxReturnPhotos, megabyte } from "#contract/limits.ts"
import type { OrderReturns } from "#contract/refunds.ts"
import { returnTexts } from "#contract/refundText.ts"
import { upload } from "../../platform/api/upload.ts"
import type { useSendOnce } from "../../platform/forms/sendOnce.ts"

/** Types that the server decodes. With this list, phones convert pictures that are stored in other formats. */
export const photoTypes = ["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"]

/** Says why these cannot be sent with a return that has `already` some, or returns undefined. */
export function faultInPhotos(photos: File[], already = 0): string | undefined {
  if (photos.length + already > maxReturnPhotos) return returnTexts.tooManyPhotos
  if (photos.some(({ type }) => !photoTypes.includes(type))) return returnTexts.notAPhoto
  return photos.some(({ size }) => size > maxReturnPhoto * megabyte) ? returnTexts.photoTooLarge : undefined
}

/** Sends photographs one after the other, and calls `sent` after each. Throws at the first that is refused. */
export async function sendPhotos(
  returnId: number,
  photos: File[],
  once: ReturnType<typeof useSendOnce>,
  sent: (photo: File, found: OrderReturns) => void,
): Promise<void> {
  for (const photo of photos) {
    const form = new FormData()
    form.append("file", photo)
    const returns = await once(
      (headers) => upload(`POST /returns/${returnId}/photos`, form, { headers, progress: () => {} }),
      form,
    )
    sent(photo, returns)
  }
}
