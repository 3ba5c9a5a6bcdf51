import { t } from "#contract/t.ts"
import type { Address } from "../../platform/router.ts"

const linkClass = "inline-flex min-h-11 items-center hover:underline"

export function LegalLinks() {
  return (
    <>
      <a data-go href={"/terms" satisfies Address} className={linkClass}>{t`Terms of Service`}</a>
      <a data-go href={"/privacy" satisfies Address} className={linkClass}>{t`Privacy Policy`}</a>
      <a data-go href={"/accessibility" satisfies Address} className={linkClass}>{t`Accessibility`}</a>
    </>
  )
}
