import { readFile } from "node:fs/promises"
import { join } from "node:path"

/** Videos of two seconds at 160 × 90, in every container and as small as possible. */
export const videoFile = (name: string) => join(import.meta.dirname, "video-files", name)
export const readVideoFile = (name = "whole.mp4") => readFile(videoFile(name))
