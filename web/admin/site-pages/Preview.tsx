import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { type MouseEvent, useEffect, useState } from "react"
import type { Language } from "#contract/languages.ts"
import { sitePageTexts } from "#contract/sitePages.ts"
import { t } from "#contract/t.ts"
import { call, explain } from "../../platform/api/client.ts"
import { ErrorState, Skeleton } from "../../platform/ui/states.tsx"
import { Html } from "../../shopfront/shop/pages/OwnText.tsx"

interface PreviewProps {
  language: Language
  title: string
  content: string
}

/** The text as visitors will see it, rendered by the server. */
export function Preview({ language, title, content }: PreviewProps) {
  const asked = useLater(content, 400)
  const { data, error, refetch } = useQuery({
    queryKey: ["admin", "page-preview", language, asked],
    queryFn: ({ signal }) => call("POST /admin/pages/preview", { body: { language, content: asked }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  if (error && !data) {
    return <ErrorState title={sitePageTexts.previewFailed} detail={explain(error)} retry={() => void refetch()} />
  }
  if (!data) return <Skeleton className="h-64 w-full" />
  return (
    // Links of the preview lead nowhere, so that nothing typed is lost.
    <div lang={language} className="prose prose-preview wrap-anywhere" onClickCapture={hold}>
      <p className="font-display text-h2">{title || t`Untitled`}</p>
      {data.intro && <Html html={data.intro} className="prose-lead mt-4" />}
      {data.chapters.map(({ id, title, html }) => (
        <section key={id}>
          <h3 className="font-display text-h3">{title}</h3>
          <Html html={html} />
        </section>
      ))}
      {!content.trim() && <p className="mt-4 text-ink-3">{t`What you write appears here.`}</p>}
    </div>
  )
}

function hold(event: MouseEvent): void {
  if ((event.target as Element).closest("a")) event.preventDefault()
}

/** Returns a value once it has not changed for this many milliseconds. */
export function useLater<T>(value: T, wait: number): T {
  const [later, setLater] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), wait)
    return () => clearTimeout(timer)
  }, [value, wait])
  return later
}
