import type { ReactNode } from "react"
import { t } from "#contract/t.ts"
import { Trans } from "../../../platform/ui/Trans.tsx"

export interface Chapter {
  id: string
  title: string
  text: ReactNode
}

/** A long text in chapters, with a table of contents on wide screens. */
export function Prose({
  title,
  updated,
  lead,
  chapters,
  note,
  lang,
}: {
  title: string
  updated?: ReactNode
  lead: ReactNode
  chapters: Chapter[]
  /** Shown below the date. */
  note?: ReactNode
  /** The language of the text, if it is not that of the page. */
  lang?: string
}) {
  return (
    <article className="wrap grid gap-x-6 pt-10 lg:grid-cols-12">
      <header className="lg:col-span-12">
        <h1 lang={lang} className="font-display text-h1">
          {title}
        </h1>
        {updated && (
          <p className="mt-3 text-ink-3 text-ui">
            <Trans>Last updated {updated}</Trans>
          </p>
        )}
        {note}
      </header>
      <nav aria-label={t`Contents`} className="mt-10 max-lg:hidden lg:col-span-4 print:hidden">
        <ol lang={lang} className="sticky top-8 grid">
          {chapters.map((chapter) => (
            <li key={chapter.id}>
              <a
                href={`#${chapter.id}`}
                className="inline-flex min-h-9 items-center text-ink-2 text-ui hover:underline"
              >
                {chapter.title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div lang={lang} className="prose mt-10 lg:col-span-8">
        {typeof lead === "string" ? <p className="text-lead">{lead}</p> : lead}
        {chapters.map((chapter) => (
          <section key={chapter.id} id={chapter.id} aria-labelledby={`${chapter.id}-title`}>
            <h2 id={`${chapter.id}-title`} className="font-display text-h3">
              {chapter.title}
            </h2>
            {chapter.text}
          </section>
        ))}
      </div>
    </article>
  )
}
