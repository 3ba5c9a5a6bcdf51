/** Media types of stored files, by the end of their names. */
const types: Record<string, string> = {
  avif: "image/avif",
  webp: "image/webp",
  mp4: "video/mp4",
  webm: "video/webm",
  ogv: "video/ogg",
}

/** Returns undefined for files that are never public. */
export const typeOf = (name: string): string | undefined => types[name.slice(name.lastIndexOf(".") + 1)]
