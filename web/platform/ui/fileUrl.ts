let given: string | undefined

/** Set on the server before each render, from the shop's settings. */
export function setPublicFiles(url: string | null): void {
  given = url ?? undefined
}

/** Where public files are read from, if not from the server; in the browser it is read from <html>. */
export const publicFiles = () => (import.meta.env.SSR ? given : document.documentElement.dataset.files)

/** The URL of a public file, or of a folder of them: `/media/slides/…`. The demo's files are always on the server. */
export function fileUrl(path: string): string {
  const from = publicFiles()
  return from && !path.startsWith("/media/demo/") ? from + path.replace(/^\/media/, "") : path
}
