import * as z from "zod"
import { readContent, Text } from "./content.ts"
import { Slug } from "./piece.ts"

/** How a video is rendered: the piece turns once, the lamp moves around it, or the camera moves away from it. */
const Motion = z.enum(["turn", "lamp", "near"])
export type Motion = z.infer<typeof Motion>

const Video = z.strictObject({
  /** Its folder below `demo/private/`, and its poster's name. */
  slug: Text,
  /** The piece it shows. */
  model: Slug,
  motion: Motion,
  seconds: z.int().positive(),
  title: Text,
  description: Text,
  tags: z.array(Text),
  featured: z.boolean(),
})
export type DemoVideo = z.infer<typeof Video>

/** The videos of the demo shop, oldest first. The motion is their category. */
export const demoVideos = readContent("content/videos.json", z.array(Video))

export const demoVideoKey = (slug: string) => `demo/private/${slug}`
export const demoPosterKey = (slug: string) => `demo/film-${slug}`
