let given: string | undefined

/** The server sets this before each render, from the shop's settings. */
export function setPublicFiles(url: string | null): void {
  given = url ?? undefined
}

/** The address that public files are read from, if it is not the server's own. The browser reads it from <html>. */
export const publicFiles = () => (import.meta.env.SSR ? given : document.documentElement.dataset.files)

/** The URL of a public file or folder, such as `/media/slides/…`. The demo's files are always on the server. */
export function fileUrl(path: string): string {
  const from = publicFiles()
  return from && !path.startsWith("/media/demo/") ? from + path.replace(/^\/media/, "") : path
}
