import { t } from "#contract/t.ts"
import { useSeller } from "../../platform/meta/rootData.ts"
import type { Address } from "../../platform/router.ts"

const linkClass = "inline-flex min-h-11 items-center hover:underline"

export function LegalLinks() {
  const seller = useSeller()
  return (
    <>
      <a data-go href={"/terms" satisfies Address} className={linkClass}>{t`Terms of Service`}</a>
      <a data-go href={"/privacy" satisfies Address} className={linkClass}>{t`Privacy Policy`}</a>
      <a data-go href={"/accessibility" satisfies Address} className={linkClass}>{t`Accessibility`}</a>
      {seller && <a data-go href={"/imprint" satisfies Address} className={linkClass}>{t`Imprint`}</a>}
    </>
  )
}
