/** Downloads a file that the page has made or fetched. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The browser may still be reading the blob.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
