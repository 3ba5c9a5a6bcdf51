import * as z from "zod"
import { maxCaptionLength } from "./adminLimits.ts"
import { ImageFiles, Variants } from "./catalog.ts"
import { Id, paging, Timestamp, text } from "./common.ts"

export const Slide = z.object({
  id: Id,
  slideshow_image_url: z.string().nullable(),
  slideshow_video_url: z.string().nullable(),
  slideshow_caption: z.string().nullable(),
  is_video: z.boolean(),
  position: z.number().int(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  color: z.string().nullable(),
  variants: Variants.nullable(),
  /** The version for the dark theme, of a picture only. */
  dark: ImageFiles.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Slide = z.infer<typeof Slide>
export const SlideQuery = z.object(paging(50))
/** The other form fields of an upload, or `url` in place of a file. The file's content determines `is_video`. */
export const SlideForm = z.object({
  caption: text().trim().max(maxCaptionLength).optional(),
  url: text().trim().max(2000).optional(),
})
export const EditSlide = z.object({
  caption: text().trim().max(maxCaptionLength).nullable().optional(),
  position: z.number().int().min(0).max(1000).optional(),
})
export type EditSlide = z.infer<typeof EditSlide>
