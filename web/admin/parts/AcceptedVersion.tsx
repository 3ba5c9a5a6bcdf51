import type { LegalPage } from "#contract/legal.ts"
import { t } from "#contract/t.ts"
import { asAddress, Link } from "../../platform/router.ts"

interface AcceptedVersionProps {
  of: LegalPage
  /** A number, or the date of the text that the shop comes with; null for that text without a date, or for nothing. */
  version: string | number | null
}

/** Names the version of a legal page that a customer has accepted, with a link to it. */
export function AcceptedVersion({ of, version }: AcceptedVersionProps) {
  if (version === null) return of === "terms" ? t`Default terms` : t`Default privacy policy`
  if (!/^\d+$/.test(String(version))) return t`Default text, ${version}`
  return (
    <Link to={asAddress(`/${of}/versions/${version}`)} className="link">
      {of === "terms" ? t`Terms, version ${version}` : t`Privacy policy, version ${version}`}
    </Link>
  )
}
