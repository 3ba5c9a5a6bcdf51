import { useState } from "react"
import { isLegal } from "#contract/legal.ts"
import { type SitePage, sitePageTexts } from "#contract/sitePages.ts"
import { t } from "#contract/t.ts"
import { call, explain } from "../../platform/api/client.ts"
import { asAddress, Link } from "../../platform/router.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { dateTimeOf } from "../../platform/ui/format.ts"
import { Tag } from "../../platform/ui/states.tsx"
import { toast } from "../../platform/ui/toast.tsx"

interface VersionsProps {
  page: SitePage
  /** Takes over the texts of a version, without saving. */
  onUse(texts: SitePage["texts"]): void
}

/** What was published, the newest first. */
export function Versions({ page, onUse }: VersionsProps) {
  const [busy, setBusy] = useState<number>()
  const use = async (number: number) => {
    setBusy(number)
    try {
      onUse((await call(`GET /admin/pages/${page.id}/versions/${number}`)).texts)
      toast(t`The text of version ${number} is in the editor. Save or publish it.`)
    } catch (error) {
      toast(sitePageTexts.saveFailed, { description: explain(error), kind: "error" })
    } finally {
      setBusy(undefined)
    }
  }
  if (page.versions.length === 0) return null
  return (
    <section aria-labelledby="versions" className="mt-10">
      <h2 id="versions" className="placard pt-3 pb-2 font-display text-h3">{t`Versions`}</h2>
      <ul>
        {page.versions.map(({ number, published_at, published_by }) => (
          <li key={number} className="flex flex-wrap items-center gap-x-4 border-line border-b py-1 text-ui">
            {isLegal(page.builtin) ? (
              <Link
                to={asAddress(`/${page.builtin}/versions/${number}`)}
                className="link inline-flex min-h-11 items-center"
              >
                {t`Version ${number}`}
              </Link>
            ) : (
              <span>{t`Version ${number}`}</span>
            )}
            {number === page.published && <Tag tone="success">{t`Published`}</Tag>}
            <span className="text-ink-3">
              {published_by ? t`${dateTimeOf(published_at)} by ${published_by}` : dateTimeOf(published_at)}
            </span>
            <Button
              variant="quiet"
              className="ms-auto"
              busy={busy === number}
              aria-label={t`Use the text of version ${number}`}
              onClick={() => void use(number)}
            >{t`Use this text`}</Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
