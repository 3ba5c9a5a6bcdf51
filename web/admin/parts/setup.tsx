import { useQuery } from "@tanstack/react-query"
import type { Setup } from "#contract/admin.ts"
import { setupTexts } from "#contract/panelText.ts"
import { t } from "#contract/t.ts"
import { call } from "../../platform/api/client.ts"
import { Link } from "../../platform/router.ts"
import { Alert } from "../../platform/ui/Alert.tsx"

export const setupKey = ["admin", "setup"]
export const useSetup = () => useQuery({ queryKey: setupKey, queryFn: () => call("GET /admin/setup") })

type Need = Setup["missing"][number]

/** Says in red what a public server lacks; `only` leaves out the rest. */
export function Missing({ only }: { only?: Need }) {
  const missing = useSetup().data?.missing.filter((need) => !only || need === only) ?? []
  if (missing.length === 0) return null
  return (
    <Alert kind="danger" title={t`This shop is open to the public`} className="mb-6">
      <ul className={missing.length > 1 ? "list-disc ps-5" : ""}>
        {missing.map((need) => (
          <li key={need}>
            {setupTexts.missing[need]}{" "}
            {need === "seller" &&
              (only ? (
                <a href="#business" className="link">{t`Enter the seller`}</a>
              ) : (
                <Link to="/admin?tab=settings" className="link">{t`Enter the seller`}</Link>
              ))}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
