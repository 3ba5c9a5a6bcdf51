import type { EditVideo, Video } from "#contract/videos.ts"
import { VideoForm } from "#contract/videos.ts"
import { videoAdminTexts } from "#contract/videoText.ts"
import { z } from "../../platform/ui/zod.ts"

/** The fields of both forms. Tags are separated by commas. */
export const videoForm = z.object({
  ...VideoForm.pick({ title: true, description: true, category: true, tags: true, release_date: true }).shape,
  doll_id: z.string().regex(/^[1-9]\d*$/, videoAdminTexts.modelRequired),
  is_featured: z.boolean(),
})
export type VideoValues = z.input<typeof videoForm>
export type VideoInput = z.output<typeof videoForm>

/** A video may keep a deleted model or get another one. */
export const formOf = ({ doll_id }: Pick<Video, "doll_id">): typeof videoForm =>
  doll_id === null ? videoForm.extend({ doll_id: z.string() }) : videoForm

export const emptyVideo: VideoValues = {
  title: "",
  description: "",
  doll_id: "",
  category: "",
  tags: "",
  release_date: "",
  is_featured: false,
}

export function valuesOf(video: Video): VideoValues {
  return {
    title: video.title,
    description: video.description,
    doll_id: video.doll_id === null ? "" : String(video.doll_id),
    category: video.category,
    tags: video.tags.join(", "),
    release_date: video.release_date ?? "",
    is_featured: video.is_featured,
  }
}

/** Contains only the fields that differ from the video as loaded, so that nothing else is overwritten. */
export function changesOf(before: Video, now: VideoInput): EditVideo {
  const wanted = { ...now, doll_id: now.doll_id === "" ? before.doll_id : Number(now.doll_id) }
  const changed = Object.entries(wanted).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Video]),
  )
  return Object.fromEntries(changed)
}
