import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import type { CopyPlace, CopyWords } from "#contract/copy/calls.ts"
import { t } from "#contract/t.ts"
import { call, explain } from "../../platform/api/client.ts"
import { shownTheme } from "../../platform/session/theme.ts"
import { ErrorState, Skeleton } from "../../platform/ui/states.tsx"

interface CopyPreviewProps {
  place: CopyPlace
  words: CopyWords
  /** The text whose place is shown. */
  sought: string | undefined
}

/** Milliseconds after the last key until the page is made again. */
const pause = 400

/** Shows the page with these words, as the server makes it for visitors, without its scripts. */
export function CopyPreview({ place, words, sought }: CopyPreviewProps) {
  const asked = useSettled(JSON.stringify(words))
  const { data, error, refetch } = useQuery({
    queryKey: ["admin", "copy-preview", place, asked],
    queryFn: () =>
      call(`POST /admin/copy/${place.page}/${place.language}/preview`, { body: JSON.parse(asked) as CopyWords }),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
  const frame = useRef<HTMLIFrameElement>(null)
  const top = useRef(0)
  const onLoad = () => {
    const inside = frame.current!.contentWindow!
    inside.document.documentElement.dataset.theme = shownTheme()
    inside.document.body.inert = true
    inside.scrollTo(0, top.current)
    inside.addEventListener("scroll", () => {
      top.current = inside.scrollY
    })
  }
  useEffect(() => {
    if (sought) placeOf(frame.current?.contentDocument, sought)?.scrollIntoView({ block: "center" })
  }, [sought])
  return (
    <section aria-label={t`Preview`} className="self-start lg:sticky lg:top-6">
      <h2 className="placard mb-3 pt-3 font-display text-h3">{t`Preview`}</h2>
      {error ? (
        <ErrorState title={t`Failed to load the preview`} detail={explain(error)} retry={() => void refetch()} />
      ) : data ? (
        <iframe
          ref={frame}
          title={t`Preview`}
          sandbox="allow-same-origin"
          srcDoc={data.html}
          onLoad={onLoad}
          className="h-[70svh] w-full rounded-card border border-line-strong bg-canvas"
        />
      ) : (
        <Skeleton className="h-[70svh] w-full" />
      )}
    </section>
  )
}

/** The value, once it has stayed the same for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** Finds the smallest element with this text. */
function placeOf(document: Document | null | undefined, text: string): Element | undefined {
  const plain = (given: string | null) => (given ?? "").replace(/\s+/g, "")
  const all = [...(document?.body.querySelectorAll("*") ?? [])]
  return all.findLast((one) => plain(one.textContent).includes(plain(text)) && one.getClientRects().length > 0)
}
