import type { LegalPage } from "#contract/legal.ts"
import { t } from "#contract/t.ts"
import type { ShownPage } from "#server/platform/site-pages/shown.ts"
import { language } from "../../../platform/language.ts"
import { asAddress, Link } from "../../../platform/router.ts"
import { Day } from "../../../platform/ui/Day.tsx"
import { Trans } from "../../../platform/ui/Trans.tsx"
import { type Chapter, Prose } from "./Prose.tsx"

interface OwnTextProps {
  page: ShownPage
  /** The page that the shop comes with, whose text this is. */
  of?: LegalPage | "accessibility"
  /** Chapters about the seller, which follow the text. */
  about?: Chapter[]
}

/** A text that the owner has written. */
export function OwnText({ page, of, about = [] }: OwnTextProps) {
  return (
    <Prose
      title={page.title}
      updated={<Day of={page.publishedAt} />}
      lang={page.language === language ? undefined : page.language}
      note={
        <>
          {page.number !== null && <Version page={page} of={of as LegalPage} />}
          <Untranslated page={page} />
        </>
      }
      lead={page.intro ? <Html html={page.intro} className="prose-lead" /> : null}
      chapters={[...page.chapters.map(({ id, title, html }) => ({ id, title, text: <Html html={html} /> })), ...about]}
    />
  )
}

/** HTML that the server has rendered from Markdown and sanitized. */
export function Html({ html, className }: { html: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the server (server/platform/site-pages/markdown.ts)
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
}

/** Says that the text is shown in English because there is none in the language of the page. */
export function Untranslated({ page }: { page: ShownPage }) {
  if (page.language === language) return null
  return (
    <p className="mt-3 text-ui text-warn">{t`This text hasn't been translated yet. You're reading it in English.`}</p>
  )
}

function Version({ page: { number, isFormer }, of }: { page: ShownPage; of: LegalPage }) {
  const before = `/${of}/versions/${number! - 1}`
  return (
    <p className="mt-1 text-ink-3 text-ui">
      <Trans>Version {number}</Trans>
      {isFormer && (
        <>
          {". "}
          <Trans>
            This version is no longer in force.{" "}
            <Link className="link" to={asAddress(`/${of}`)}>
              Read the current one
            </Link>
            .
          </Trans>
        </>
      )}
      {!isFormer && number! > 1 && (
        <>
          {". "}
          <Link className="link" to={asAddress(before)}>{t`Previous version`}</Link>
        </>
      )}
    </p>
  )
}
