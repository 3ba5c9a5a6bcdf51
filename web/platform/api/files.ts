import { useEffect, useState } from "react"
import { t } from "#contract/t.ts"
import { readToken } from "../session/session.ts"
import { save } from "../ui/save.ts"
import { toast } from "../ui/toast.tsx"
import { ApiError, explain } from "./client.ts"

/** Loads a private file, which needs the bearer token. */
export async function fetchFile(url: string, signal?: AbortSignal): Promise<Blob> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${readToken() ?? ""}` }, signal })
  if (!response.ok) throw new ApiError(response.status, null, null)
  return response.blob()
}

/** `src` is null while loading; `again` retries. */
export function useFile(url: string | null, wanted: boolean): { src: string | null; failed: boolean; again(): void } {
  const [src, setSrc] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each retry fetches again
  useEffect(() => {
    if (!url || !wanted) return
    const stop = new AbortController()
    let made: string | null = null
    setFailed(false)
    fetchFile(url, stop.signal).then(
      (blob) => {
        if (stop.signal.aborted) return
        made = URL.createObjectURL(blob)
        setSrc(made)
      },
      () => stop.signal.aborted || setFailed(true),
    )
    return () => {
      stop.abort()
      setSrc(null)
      if (made) URL.revokeObjectURL(made)
    }
  }, [url, wanted, tries])
  return { src, failed, again: () => setTries((now) => now + 1) }
}

export async function download(url: string, name: string): Promise<void> {
  save(await fetchFile(url), name)
}

/** Pictures of people are stored as WebP, so the name gets that extension. A failure shows a toast. */
export function downloadPicture(url: string, name: string): void {
  download(url, name.replace(/\.[a-z]{3,4}$/i, ".webp")).catch((error: unknown) =>
    toast(t`Failed to load file`, { kind: "error", description: explain(error) }),
  )
}
